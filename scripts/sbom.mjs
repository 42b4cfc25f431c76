// What an image is made of, for the Containerfile:
//   node scripts/sbom.mjs list               prints the packages below node_modules that are not for development
//   node scripts/sbom.mjs write <list> ...   writes sbom.cdx.json (CycloneDX) and LICENCES.txt, a list for people
// `npm sbom` leaves out packages that another workspace has for its development only, such as react.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const [verb, ...lists] = process.argv.slice(2);
if (verb === 'list') console.log(JSON.stringify(installed()));
else write(lists.flatMap(readJson));

function installed() {
  return Object.entries(readJson('node_modules/.package-lock.json').packages)
    .filter(
      ([path, { link, dev, devOptional }]) => path.includes('node_modules/') && !link && !dev && !devOptional,
    )
    .filter(([path]) => existsSync(path))
    .map(([path, { version, integrity }]) => {
      const { name, license, licenses } = readJson(join(path, 'package.json'));
      // Old packages have a list of objects.
      const licence = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ');
      return { name, version, licence, integrity };
    });
}

function write(packages) {
  const listed = [
    ...new Map(packages.map((each) => [`${each.name}@${each.version}`, each])).values(),
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const { name, version } = readJson('package.json');
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: listed.map(componentOf),
  };
  writeFileSync('sbom.cdx.json', `${JSON.stringify(sbom, null, 2)}\n`);
  const lines = listed.map((each) => `${each.name}  ${each.version}  ${each.licence ?? 'not stated'}`);
  const title = 'Packages that this image is made of, with their licences.';
  writeFileSync('LICENCES.txt', [title, '', ...lines, ''].join('\n'));
}

function componentOf({ name, version, licence, integrity }) {
  const isExpression = / (?:AND|OR|WITH) /.test(licence);
  const [, sha512] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(licence ? { licenses: [isExpression ? { expression: licence } : { license: { id: licence } }] } : {}),
    ...(sha512
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }
      : {}),
  };
}
