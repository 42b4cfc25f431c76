/** A hub that cannot start as it is set up. The message says what to do; nothing has been changed. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** A store holds the data of another version of the hub, which this version cannot upgrade. */
export class OtherVersionError extends StartupError {
  override readonly name = 'OtherVersionError';

  /** @param store what was opened, as the message calls it @param setting names the place of an empty one */
  constructor(store: string, setting: string) {
    super(
      `${store} was created by another version of Ludus Hub, which this version cannot upgrade: ` +
        `set ${setting}, or run the version that created it.`,
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
