import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { expect, it } from 'vitest';
import { answerUploads } from '../../test/answer-uploads.ts';
import { testQueryClient } from '../../test/render.tsx';
import { useAttachments } from './use-attachments.ts';

it('sends files although effects run twice under StrictMode', async () => {
  const seen = answerUploads(() => ({ status: 200, body: { id: 4 } }));
  const client = testQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </StrictMode>
  );
  const { result } = renderHook(() => useAttachments(), { wrapper });
  act(() => result.current.add([new File(['text'], 'notes.pdf', { type: 'application/pdf' })]));
  let hasArrived = false;
  await act(async () => {
    hasArrived = await result.current.send({ ticketId: 7 });
  });
  expect(hasArrived).toBe(true);
  expect(seen.map(({ path }) => path)).toEqual(['/api/tickets/7/media']);
});
