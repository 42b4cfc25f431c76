import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/states.tsx';
import { useReloadOnline } from '../lib/use-online.ts';

/**
 * A page that broke while drawing, or whose script did not arrive: said in words, with a way out, which is taken by itself once the
 * connection is back. The shell around it is the `main` of the document.
 */
export function PageFailure({ reset }: ErrorComponentProps) {
  useReloadOnline();
  return (
    <div style={{ minHeight: '60dvh', display: 'grid', placeItems: 'center' }}>
      <ErrorState
        alone
        onReload={() => {
          reset();
          location.reload();
        }}
      />
    </div>
  );
}
