import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inRoot = (...parts) => join(root, ...parts);

/** A failure whose message is printed without a stack. */
export class Failure extends Error {}

const wanted = 24;

/**
 * The Node that runs everything after the installation: the one that npm installed beside the libraries, or this one
 * when it is new enough (machines for which npm has none).
 */
export function findNode() {
  const installed = inRoot('node_modules', '.bin', 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  throw new Failure(
    `There is no Node ${wanted} for this machine (${process.platform}-${process.arch}) among the packages. ` +
      `Install Node ${wanted} or newer and start again; this is Node ${process.versions.node}.`,
  );
}
