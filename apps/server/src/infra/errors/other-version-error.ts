/** A store holds the data of another version of the hub, which this version cannot upgrade. Nothing has been changed. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError';

  /** @param store what was opened, as the message calls it @param setting names the place of an empty one */
  constructor(store: string, setting: string) {
    super(
      `${store} was created by another version of Ludus Hub, which this version cannot upgrade: ` +
        `set ${setting}, or run the version that created it.`,
    );
  }
}
