import { vi } from 'vitest';

/** Decodes every picture to one size and writes WebP from it, as a browser does; "broken…" cannot be read. */
export function readPictures(size: { width: number; height: number }): void {
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name.startsWith('broken')) throw new Error('The source image could not be decoded.');
    return { ...size, close: () => {} };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['webp'], { type: type ?? '' })),
  );
}
