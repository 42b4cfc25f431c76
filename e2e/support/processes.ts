import { readdir, readFile } from 'node:fs/promises';

/** Ids of the processes of one hub: their command line has a part, and their environment names the hub's data folder. */
export async function processesOf(dataDir: string, part: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [command, environment] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    );
    const isHubs = environment?.split('\0').includes(`HUB_DATA_DIR=${dataDir}`);
    if (isHubs && command?.includes(part)) found.push(Number(name));
  }
  return found;
}
