const testFile = /\.test\.(tsx?|mjs)$/;

/** The parts of the product, each with the tests beside it; the first match counts. */
const parts = [
  /^apps\/server\/src\/(?:modules|infra)\/[^/]+\//,
  /^apps\/server\/src\/migrations\//,
  /^apps\/web\/src\/(?:app|components|domain|features|lib)\/(?:[^/]+\/)?/,
  /^apps\/sandbox\/src\/(?:[^/]+\/)?/,
  /^packages\/contract\//,
  /^bench\/src\//,
  /^e2e\/(fuzz|soak)\//,
  /^scripts\//,
];

/**
 * Returns the paths of the tests to run after a change: those that changed and those of the parts that did. Tests that
 * start the whole hub import every module, so that following imports would run most of the suite after any change.
 */
export function testScopeOf(changed) {
  const scopes = changed.flatMap((path) => {
    if (testFile.test(path)) return [path];
    const [, helped] = /^apps\/server\/test\/support\/([^/]+)\//.exec(path) ?? [];
    if (helped !== undefined) return [`apps/server/src/modules/${helped}/`];
    return parts.flatMap((part) => part.exec(path)?.[0] ?? []).slice(0, 1);
  });
  const folders = new Set(scopes);
  return [...folders]
    .filter((path) => ![...folders].some((other) => other !== path && path.startsWith(other)))
    .sort();
}
