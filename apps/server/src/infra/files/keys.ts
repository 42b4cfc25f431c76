const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a text is the key of a file. */
export const isKey = (text: string) => keyPattern.test(text);

/** The key; no part of it starts with a dot, so none leads outside of the folder or to a draft. @throws TypeError */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`Not the key of a file: ${JSON.stringify(key)}`);
  return key;
}
