import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/states.tsx';

/** A page that broke while drawing: said in words, with a way out. */
export function PageFailure({ reset }: ErrorComponentProps) {
  return (
    <main style={{ minHeight: '60dvh', display: 'grid', placeItems: 'center' }}>
      <ErrorState
        onReload={() => {
          reset();
          location.reload();
        }}
      />
    </main>
  );
}
