import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../components/feedback/states.tsx';

/**
 * A page that broke while drawing, or whose script did not arrive: said in words, with a way out, which is taken by itself once the
 * connection is back. The shell around it is the `main` of the document.
 */
export function PageFailure({ reset }: ErrorComponentProps) {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
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
