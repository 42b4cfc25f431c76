import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/states.tsx';

/** A page that broke while drawing: said in words, with a way out. The shell around it is the `main` of the document. */
export function PageFailure({ reset }: ErrorComponentProps) {
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
