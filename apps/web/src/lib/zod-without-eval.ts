/**
 * Imported before everything else: has zod interpret its schemas. It would try to compile them with `new Function` otherwise,
 * which the content policy forbids and every page would report.
 */
// Not `z.config`: the part of the app that starts is to load without zod, which reads this when it is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
