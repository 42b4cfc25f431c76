/** A hub that cannot start as it is set up. The message says what to do; nothing has been changed. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** The stores of a {@link OtherVersionError}, in the words of the person who reads it. */
export interface StorePlace {
  /** What was opened. */
  store: string;
  /** The setting that names it, with an empty one as its value. */
  empty: string;
}

export const dataFolder: StorePlace = { store: 'The data folder', empty: 'HUB_DATA_DIR to an empty folder' };

/** A store holds the data of another version of the hub, which this version cannot run on. */
export class OtherVersionError extends StartupError {
  override readonly name = 'OtherVersionError';

  /** @param newer the release that has migrated the stores, where it is known, and this one */
  constructor({ store, empty }: StorePlace, newer?: { by: string; oldest: string; own: string }) {
    super(
      newer === undefined
        ? `${store} was created by another version of Ludus Hub, which this version cannot upgrade: ` +
            `set ${empty}, or run the version that created it.`
        : `${store} was migrated by version ${newer.by} of Ludus Hub, on which only version ${newer.oldest} and newer can ` +
            `run; this is version ${newer.own}. Run version ${newer.by}, or set ${empty}.`,
    );
  }
}

/** Another process uses the embedded session store, or the PostgreSQL that it belongs to. */
export class StoreInUseError extends StartupError {
  override readonly name = 'StoreInUseError';
}

/** The encryption key is not the one of the stored credentials. */
export class EncryptionKeyError extends StartupError {
  override readonly name = 'EncryptionKeyError';
}
