import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { createQueryClient, useMutation } from './index.ts';

/** A call that the test completes. */
function heldCall() {
  const answers: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const call = vi.fn(
    (_what: string) => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
  );
  return { call, answers };
}

function Sender({ call }: { call: (what: string) => Promise<string> }) {
  const send = useMutation({ mutationFn: call });
  return (
    <button type="button" onClick={() => send.mutate('text')}>
      {send.isError ? send.error.message : send.status}
    </button>
  );
}

describe('what a person sends', () => {
  it('is sent once, however often it is clicked before the answer', async () => {
    const { call, answers } = heldCall();
    renderScreen(<Sender call={call} />);
    const button = screen.getByRole('button');
    act(() => {
      button.click();
      button.click();
      button.click();
    });
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.resolve('done');
    await waitFor(() => expect(button).toHaveTextContent('success'));
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('can be sent again once it was answered, also with a refusal', async () => {
    const { call, answers } = heldCall();
    const { user } = renderScreen(<Sender call={call} />);
    const button = screen.getByRole('button');
    await user.click(button);
    answers[0]?.reject(new Error('No.'));
    await waitFor(() => expect(button).toHaveTextContent('No.'));
    await user.click(button);
    answers[1]?.resolve('done');
    await waitFor(() => expect(button).toHaveTextContent('success'));
    await user.click(button);
    expect(call).toHaveBeenCalledTimes(3);
  });
});

describe('without a connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  function offline() {
    onlineManager.setOnline(false);
    const client = createQueryClient();
    client.mount();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    return { client, wrapper };
  }

  it('a change fails at once and is not made later', async () => {
    const { client, wrapper } = offline();
    const call = vi.fn().mockRejectedValue(new Error('Error trying to connect to the server.'));
    const { result } = renderHook(() => useMutation({ mutationFn: call }), { wrapper });
    act(() => result.current.mutate());
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(result.current.isPaused).toBe(false);
    act(() => onlineManager.setOnline(true));
    await client.resumePausedMutations();
    expect(call).toHaveBeenCalledTimes(1);
    client.unmount();
  });

  it('a read fails, and is asked again by itself once the connection is back', async () => {
    const { client, wrapper } = offline();
    const call = vi.fn().mockRejectedValueOnce(new Error('No connection.')).mockResolvedValue('answer');
    const { result } = renderHook(() => useQuery({ queryKey: ['read'], queryFn: call }), { wrapper });
    await waitFor(() => expect(result.current.isError).toBe(true));
    act(() => onlineManager.setOnline(true));
    await waitFor(() => expect(result.current.data).toBe('answer'));
    expect(result.current.isError).toBe(false);
    client.unmount();
  });
});
