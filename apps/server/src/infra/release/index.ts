/** The release that this process is, and which releases can share their stores (docs/adr/0013-expand-and-contract.md). */
import packageJson from '../../../../../package.json' with { type: 'json' };

/** A release, as it declares itself in the stores that it migrates. */
export interface Release {
  version: string;
  /** The oldest release that can run on stores which this one has migrated. */
  oldestCompatible: string;
}

/** This release. A migration that takes away what an older release uses raises `oldestCompatible` past that release. */
export const thisRelease: Release = { version: packageJson.version, oldestCompatible: '1.0.0' };

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Whether a version (`major.minor.patch`) comes before another one. */
export function isOlder(version: string, other: string): boolean {
  return byNumbers.compare(version, other) < 0;
}
