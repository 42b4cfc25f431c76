import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { toast } from './toast.tsx';
import { useErrorToast } from './use-error-toast.ts';

vi.mock('./toast.tsx', () => ({ toast: vi.fn() }));

function Screen({ failedAt, text = 'It failed.' }: { failedAt: number; text?: string }) {
  useErrorToast(failedAt, text);
  return null;
}
const said = () => vi.mocked(toast).mock.calls.map(([, text]) => text);

beforeEach(() => vi.mocked(toast).mockClear());

it('says each failure once', () => {
  const { rerender } = renderScreen(<Screen failedAt={0} />);
  expect(said()).toEqual([]);
  rerender(<Screen failedAt={1000} />);
  rerender(<Screen failedAt={1000} />);
  rerender(<Screen failedAt={0} />);
  expect(said()).toEqual(['It failed.']);
  rerender(<Screen failedAt={2000} />);
  expect(said()).toEqual(['It failed.', 'It failed.']);
});

it('does not say again what failed before the screen was opened', () => {
  renderScreen(<Screen failedAt={1000} />);
  expect(said()).toEqual([]);
});

it('does not say it again in another language', () => {
  const { rerender } = renderScreen(<Screen failedAt={0} />);
  rerender(<Screen failedAt={1000} />);
  rerender(<Screen failedAt={1000} text="Non riuscito." />);
  expect(said()).toEqual(['It failed.']);
});
