import type { z } from 'zod';

/**
 * Reads the payload of a stored job. Fields that its schema does not know are left out: while a release is rolled out, a process of the
 * newer one may have added them.
 * @throws ZodError when the rest does not fit
 */
export function readPayload<Payload extends z.ZodType>(schema: Payload, data: unknown): z.output<Payload> {
  const strict = schema.safeParse(data);
  if (strict.success) return strict.data;
  const unknown = strict.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
  return schema.parse(without(data, unknown));
}

/** A copy of JSON without the values at these paths. */
function without(data: unknown, paths: readonly PropertyKey[][]): unknown {
  const copy = structuredClone(data);
  for (const path of paths) {
    let parent = copy as Record<PropertyKey, unknown>;
    for (const key of path.slice(0, -1)) parent = parent[key] as Record<PropertyKey, unknown>;
    delete parent[path.at(-1) as PropertyKey];
  }
  return copy;
}
