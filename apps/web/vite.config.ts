import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, Visitor } from 'vite';
import { namespaceOf } from './src/app/texts.ts';

/** Where `vite dev` sends what it does not serve itself. */
const hub = process.env.HUB_URL ?? 'http://127.0.0.1:3000';

const compressible = /\.(?:js|css|html|svg|json|txt)$/;

/**
 * Writes a .br and a .gz beside every text file of the build. The server sends them as they are, which costs it nothing
 * per request and lets the build afford the slowest brotli level.
 */
function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'ludus-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // Not closeBundle: that runs after a failure as well, and would hide its reason.
    async writeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path);
          if (content.length < 1024) return;
          const [brotli, zipped] = await Promise.all([
            promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            promisify(gzip)(content, { level: 9 }),
          ]);
          await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
        }),
      );
    },
  };
}

/** How much may travel, compressed by gzip, before the sign-in and before the first screen; the rest comes when it is needed. */
const budgets = [
  { what: 'The entry', parts: /\/(?:index\.html|app\/boot\.tsx)$/, bytes: 77_000 },
  {
    what: 'The dashboard',
    parts: /\/(?:index\.html|app\/(?:boot|hub)\.tsx|routes\/index\.tsx\?.+)$/,
    bytes: 261_900,
  },
  {
    what: 'The catalogue',
    parts: /\/(?:index\.html|app\/(?:boot|hub)\.tsx|routes\/catalog\.tsx\?.+)$/,
    bytes: 244_850,
  },
  {
    what: 'The list of sessions',
    parts: /\/(?:index\.html|app\/(?:boot|hub)\.tsx|routes\/session-list\.tsx\?.+)$/,
    bytes: 260_000,
  },
];

/** Fails the build when what a page imports at once has outgrown its budget. */
function scriptBudgets(): Plugin {
  return {
    name: 'ludus-script-budgets',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const { what, parts, bytes } of budgets) {
        const reached = new Set(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' && parts.test(file.facadeModuleId ?? '') ? [file.fileName] : [],
          ),
        );
        let weight = 0;
        for (const name of reached) {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk') continue;
          weight += gzipSync(chunk.code).length;
          for (const imported of chunk.imports) reached.add(imported);
        }
        if (weight > bytes) this.error(`${what} weighs ${weight} bytes compressed; its budget is ${bytes}.`);
      }
    },
  };
}

/** Fails the build when the texts of a language travel with anything else: people load the one they read, and no other. */
function textsApart(): Plugin {
  return {
    name: 'ludus-texts-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const kinds = new Set(
          file.moduleIds.map((id) => /(?:i18n\.|\/texts\/)(\w+)(?:-rest)?\.ts$/.exec(id)?.[1] ?? 'code'),
        );
        if (kinds.size > 1) this.error(`${file.fileName} mixes ${[...kinds].join(', ')}.`);
      }
    },
  };
}

/** Fails the build when one of the first screens needs words that come after it (`app/texts`). */
function firstTexts(): Plugin {
  const entries =
    /src\/(?:main\.ts|app\/(?:boot|hub)\.tsx|routes\/(?:index|catalog|session-list)\.tsx(?:\?.+)?)$/;
  const used = /useTranslation\(\s*['"](\w+)['"]/g;
  return {
    name: 'ludus-first-texts',
    apply: 'build',
    generateBundle() {
      const reached = new Set([...this.getModuleIds()].filter((id) => entries.test(id)));
      const namespaces = new Map<string, string>();
      const first = new Set<string>();
      for (const id of reached) {
        const { code, importedIds = [] } = this.getModuleInfo(id) ?? {};
        for (const imported of importedIds) reached.add(imported);
        for (const [, name = ''] of code?.matchAll(used) ?? []) namespaces.set(name, id);
      }
      const table = [...this.getModuleIds()].find((id) => id.endsWith('/app/texts/en.ts'));
      for (const path of this.getModuleInfo(table ?? '')?.importedIds ?? []) first.add(namespaceOf(path));
      for (const [name, id] of namespaces) {
        if (!first.has(name))
          this.error(`${id} needs the texts "${name}", which come after the first screens.`);
      }
    },
  };
}

/**
 * Has the style sheet of a Mantine component travel with the component, and not with the first screen; each is in a layer
 * below ours, so that it may come later. Fails the build when a component of it has none.
 */
function mantineStyles(): Plugin {
  const classes = /\bm_[0-9a-f]{6,8}\b/g;
  return {
    name: 'ludus-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@mantine\/\w+\/esm\/.+\.module\.mjs$|src\/theme\/mantine\.css$/ },
      handler(code, id) {
        if (id.endsWith('.css')) return code.slice(0, code.indexOf('/* The components'));
        const [, library, component] = /@mantine\/(\w+)\/.+\/(\w+)\.module\.mjs$/.exec(id) ?? [];
        const sheet = library === 'core' ? `styles/${component}` : 'styles';
        return `import '@mantine/${library}/${sheet}.layer.css';\n${code}`;
      },
    },
    generateBundle(_options, bundle) {
      const named = new Set<string>();
      const styled = new Set<string>();
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const [name] of file.code.matchAll(classes)) named.add(name);
        else if (file.fileName.endsWith('.css'))
          for (const [name] of String(file.source).matchAll(classes)) styled.add(name);
      }
      const bare = [...named].filter((name) => !styled.has(name));
      if (bare.length > 0) this.error(`These classes of Mantine have no styles: ${bare.join(', ')}.`);
    },
  };
}

/**
 * Leaves the schemas out of the calls that are built into the app: it needs their addresses, and the types are gone by
 * then. A schema that a form checks by name stays, with that form. Otherwise every page would load and build the schemas
 * of all calls before it shows anything.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'ludus-calls-without-schemas',
    apply: 'build',
    transform: {
      filter: { id: /packages\/contract\/src\/.+\.ts$/ },
      handler(code) {
        const edits: { at: number; until: number; text: string }[] = [];
        const program = this.parse(code);
        new Visitor({
          CallExpression({ callee, arguments: [definition] }) {
            if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return;
            if (definition?.type !== 'ObjectExpression') return;
            for (const part of definition.properties) {
              if (part.type !== 'Property' || part.key.type !== 'Identifier') continue;
              if (['id', 'method', 'path', 'access', 'tag', 'upload'].includes(part.key.name)) continue;
              // The app asks whether a call may be held, not what it returns then.
              const text = part.key.name === 'accepted' ? 'true' : 'undefined';
              edits.push({ at: part.value.start, until: part.value.end, text });
            }
          },
        }).visit(program);
        // What nothing asks for is then dropped: no constant of the contract does anything but be there.
        for (const statement of program.body) {
          const { declaration } =
            statement.type === 'ExportNamedDeclaration' ? statement : { declaration: statement };
          if (declaration?.type !== 'VariableDeclaration') continue;
          for (const { init } of declaration.declarations) {
            if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') continue;
            edits.push({ at: init.start, until: init.start, text: '/* @__PURE__ */ (() => (' });
            edits.push({ at: init.end, until: init.end, text: '))()' });
          }
        }
        return edits
          .sort((one, other) => other.at - one.at)
          .reduce((lean, { at, until, text }) => lean.slice(0, at) + text + lean.slice(until), code);
      },
    },
  };
}

/** What runs before everything else: it asks for the texts and for the first figures while the code is on its way. */
const firstModules =
  /vite\/preload-helper|contract\/src\/(?:roles|language)\.ts|src\/(?:app\/(?:first|texts|last-resort)|features\/catalog\/first-covers|lib\/(?:stored-language|view-as|api\/preload|auth\/(?:identity|tokens)))\.ts/;

/** React and the session. The rest waits for no one who must sign in first. */
const groundModules =
  /node_modules\/(?:react|react-dom|scheduler)\/|src\/(?:app\/boot\.tsx|lib\/auth\/(?:session|token-watch)\.ts)/;

/** What forms are kept in and what they and the socket check with, and what brings it along. Nothing that only shows something needs it. */
const schemaModules =
  /node_modules\/(?:zod|@mantine\/form|klona|fast-deep-equal)\/|contract\/src\/(?:index|common|events|(?:alerts\/rule(?:s|-schema)|messages\/schema|certificates\/edit|games\/edit|integrations\/manage|maintenances\/(?:endpoints|state)|outages\/message|period-close\/schema|statements\/(?:schema|terms)|tickets\/cases|users\/(?:account|manage)))\.ts|src\/(?:lib\/addresses\.|components\/form\/(?:email-list|use-schema-form)\.|domain\/integration\/manage-integrations\.)/;

/** What figures are filtered with, and the way to a session. The dashboard and the catalogue have none of it. */
const filterModules =
  /IconAdjustmentsHorizontal\.mjs|src\/(?:app\/session-parts|features\/session-(?:details|search)|lib\/use-element-width)|src\/components\/(?:form\/(?:filter-bar|optional-label|period-picker|search-(?:field|input)))/;

/** Lists to choose from. The list of sessions has them behind "More filters". */
const pickerModules =
  /@mantine\/core\/(?:.*\/(?:Pill|PillsInput|Combobox\/(?!Combobox(?:Chevron|\.module)|.*get-parsed))|styles\/(?:Pill|PillsInput))|src\/(?:domain\/game\/form\/|components\/form\/(?:chip|multi-picker|picker-filter)|features\/documents\/components\/integration-choice)/;

/** What floats over the page, and what places it there. No first screen needs it before it is shown. */
const floatModules =
  /node_modules\/(?:@floating-ui|tabbable|aria-hidden)\/|@mantine\/core\/(?:.*\/(?:Floating|Popover|Tooltip|Menu|ScrollArea(?!\/utils\/to-int)|FocusTrap)\/|styles\/(?:Popover|Tooltip|Menu|ScrollArea))|src\/components\/(?:hints|overlay\/float-parts)\./;

/** What figures are shown with. The catalogue has none of it. */
const figureModules =
  /node_modules\/@tanstack\/(?:react-table|table-core)\/|dayjs\/plugin|src\/lib\/(?:copied-table|download|keyboard\/lists)|src\/domain\/(?:job\/(?:wait-for-job|job-messages)|statistics\/statistics|integration\/(?:delete-)?documents?\.)|src\/components\/(?:copy-table-button|table\/(?:data-table|phone-rows|pagination|two-lines)|chart\/(?:explain-figure|stat-tiles)|feedback\/use-freshness|display\/(?:entity-label|badge|metric-figure)|layout\/panel|files\/)/;

/** Dialogs and drawers: they come when something is opened, and with the screens that hold one ready. */
const dialogModules =
  /@mantine\/core\/(?:.*\/(?:Drawer|Modal|ModalBase)\/|styles\/(?:Drawer|Modal))|src\/components\/(?:modal|overlay\/(?:confirm-modal|leave-guard|(?:side|detail)-panel))\./;

/** Long lists of which only the part in sight is drawn. */
const windowModules = /node_modules\/@tanstack\/(?:virtual-core|react-virtual)\//;

/** Fields that few screens show at once. */
const fieldModules =
  /@mantine\/core\/(?:.*\/(?:Checkbox\/(?!CheckIcon)|(?:NativeSelect|Switch|Tabs|InlineInput)\/)|styles\/(?:Checkbox|Switch|Tabs|InlineInput))/;

/** Fields that no first screen has. */
const rareFieldModules =
  /@mantine\/core\/(?:.*\/(?:PasswordInput|Progress|NumberInput|Select|Textarea)\/|styles\/(?:PasswordInput|Progress|NumberInput))|node_modules\/react-(?:number-format|textarea-autosize)\/|@mantine\/hooks\/.*\/use-move\/|src\/components\/form\/password-field\./;

/** Calendars come when a day or a period is chosen. Only the provider is needed at once. */
const calendarModules =
  /node_modules\/@mantine\/dates\/(?!.*DatesProvider)|src\/components\/form\/day-input\./;

/** What a chart is framed with; the drawing comes later. */
const chartModules =
  /src\/domain\/statistics\/chart-steps\.|src\/components\/chart\/chart(?:-(?:model|sketch|lines|legend)|(?:-\w+)?\.module)?\.|icons\/IconChartBar|icons\/IconTable\./;

/** What documents are shown and changed with. No first screen has any of it. */
const documentModules =
  /contract\/src\/certificates\/(?:state|coverage|jurisdictions)\.|src\/(?:domain\/(?:certificate\/(?:certificates|lapsed-mark)|integration\/(?:add|edit)-document)|lib\/language-names|features\/documents\/(?:certificates-query|facets|search-games|use-uploads|components\/(?!integration-choice)))/;

/** The tickets about something, in its panel: no first screen has them, and they need the panels. */
const ticketModules = /src\/domain\/ticket\/(?:tickets-about|prepared-ticket)[.-]/;

/** The note of changes that wait for approval, the queues of what is decided, and statements: no first screen has them. */
const approvalModules =
  /src\/(?:domain\/(?:approval\/(?!i18n)|statement\/statements\.)|components\/(?:queue\/(?!i18n)|feedback\/note\.))/;

/** Files and mails of a list. */
const exportModules =
  /src\/(?:exports\/endpoints|domain\/statistics\/exports|components\/(?:export-button|form\/email-list-dialog))\./;

/**
 * The readers of addresses, which the hub needs at once, and what is too small for a part of its own: each part of a page is a
 * request, and on a slow line a request costs more than a kilobyte.
 */
const smallModules =
  /src\/(?:features\/[a-z-]+\/(?:certificates-)?search\.ts|domain\/(?:session\/(?:quarantine|session-address)|game\/(?:catalog-order|request-list))\.)|IconHeartPlus/;

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    scriptBudgets(),
    textsApart(),
    firstTexts(),
    callsWithoutSchemas(),
    mantineStyles(),
    precompress(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': hub,
      '/realms': hub,
      '/media': hub,
      '/files': hub,
      '/socket.io': { target: hub, ws: true },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // With the page the server names the parts that its address needs (infra/http/static).
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Modules of four pages or more travel in one piece; split by who shares them they made seventy requests of a page.
          groups: [
            { name: 'first', test: firstModules, includeDependenciesRecursively: false, priority: 3 },
            { name: 'ground', test: groundModules, includeDependenciesRecursively: false, priority: 2 },
            { name: 'schemas', test: schemaModules, includeDependenciesRecursively: false, priority: 2 },
            { name: 'calendar', test: calendarModules, includeDependenciesRecursively: false, priority: 2 },
            {
              name: 'filters',
              test: filterModules,
              minShareCount: 4,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: 'figures',
              test: figureModules,
              minShareCount: 4,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: 'chart',
              test: chartModules,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: 'exports',
              test: exportModules,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: 'documents',
              test: documentModules,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            { name: 'tickets', test: ticketModules, includeDependenciesRecursively: false, priority: 2 },
            { name: 'approvals', test: approvalModules, includeDependenciesRecursively: false, priority: 2 },
            {
              name: 'small',
              test: smallModules,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            { name: 'floats', test: floatModules, includeDependenciesRecursively: false, priority: 3 },
            {
              name: 'pickers',
              test: pickerModules,
              minShareCount: 4,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            { name: 'dialogs', test: dialogModules, includeDependenciesRecursively: false, priority: 2 },
            { name: 'windows', test: windowModules, includeDependenciesRecursively: false, priority: 2 },
            {
              name: 'rare-fields',
              test: rareFieldModules,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            { name: 'fields', test: fieldModules, includeDependenciesRecursively: false, priority: 2 },
            { name: 'most', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
    // Pictures stay files: a data: address would need another exception in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
});
