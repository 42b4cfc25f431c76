import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../feedback/query-view.tsx';
import { SkeletonChart } from '../feedback/skeletons.tsx';
import { DetailPanel } from '../overlay/detail-panel.tsx';

interface QueuePanelProps<Data> {
  label: string;
  query: UseQueryResult<Data>;
  title: (data: Data) => ReactNode;
  state: (data: Data) => ReactNode;
  width: number;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}

/** The panel of what a queue's row opens, as soon as it is read. */
export function QueuePanel<Data>({
  label,
  query,
  title,
  state,
  width,
  onClose,
  children,
}: QueuePanelProps<Data>) {
  const { data } = query;
  return (
    <DetailPanel
      label={label}
      title={data && title(data)}
      state={data && state(data)}
      width={width}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {data ? children(data) : <SkeletonChart height={260} />}
      </QueryView>
    </DetailPanel>
  );
}
