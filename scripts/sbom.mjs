// What an image is made of, for the Containerfile:
//   node scripts/sbom.mjs list [web]         prints the packages below node_modules that are not for development; with
//                                            `web` only those in the built web application
//   node scripts/sbom.mjs write <list> ...   writes sbom.cdx.json (CycloneDX) and LICENCES.txt, a list for people
// `npm sbom` leaves out packages that another workspace has for its development only, such as react.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** Dependencies of the web application that build it: `npm start` needs them, and nothing of them is in what they build. */
const buildTools = [
  '@csstools/postcss-global-data',
  '@tanstack/router-plugin',
  '@vitejs/plugin-react',
  'postcss',
  'postcss-custom-media',
  'postcss-preset-mantine',
  'vite',
];

function installed(isWeb) {
  const { packages } = readJson('node_modules/.package-lock.json');
  const built = isWeb ? partsOfWeb(packages) : null;
  return Object.entries(packages)
    .filter(([path]) => built === null || built.has(path))
    .filter(
      ([path, { link, dev, devOptional }]) => path.includes('node_modules/') && !link && !dev && !devOptional,
    )
    .filter(([path]) => existsSync(path))
    .map(([path, { version, integrity }]) => {
      const { name, license, licenses } = readJson(join(path, 'package.json'));
      // Old packages have a list of objects.
      const stated = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ');
      const licence = stated || licenceOfText(path);
      return { name, version, licence, integrity };
    });
}

/** The licence of a package that states it only in its text; undefined where there is none, or another one than MIT. */
function licenceOfText(path) {
  const file = join(path, 'LICENSE');
  const isMit = existsSync(file) && /^(?:The )?MIT License\b/.test(readFileSync(file, 'utf8').trimStart());
  return isMit ? 'MIT' : undefined;
}

/** Paths of everything that the web application depends on, its build tools left out. */
function partsOfWeb(packages) {
  const { dependencies } = readJson('apps/web/package.json');
  for (const name of buildTools)
    if (!(name in dependencies)) throw new Error(`${name} is no dependency of apps/web any more.`);
  const names = Object.keys(dependencies).filter((name) => !buildTools.includes(name));
  const found = new Set();
  const follow = (from, wanted) => {
    for (const name of wanted) {
      const path = nearest(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      const { dependencies, optionalDependencies, peerDependencies, link, resolved } = packages[path];
      // The contract is a workspace: its packages are those of the web application.
      const own = link ? packages[resolved]?.dependencies : dependencies;
      follow(path, Object.keys({ ...own, ...optionalDependencies, ...peerDependencies }));
    }
  };
  follow('apps/web', names);
  return found;
}

/** Where Node finds a package from a folder: in the nearest `node_modules` above. */
function nearest(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
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

const [verb, ...lists] = process.argv.slice(2);
if (verb === 'list') console.log(JSON.stringify(installed(lists[0] === 'web')));
else write(lists.flatMap(readJson));
