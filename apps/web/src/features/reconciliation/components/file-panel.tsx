import {
  type FileCheck,
  type FileField,
  type FileMapping,
  fileFields,
  mostFileRows,
  mostNamedRows,
  requiredFileFields,
} from '@ludus/contract';
import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { DetailPanel, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { checkFile, useCompareFile } from '../../../domain/statistics/reconciliation.ts';
import { formatCount, formatPeriod } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './reconciliation.module.css';

interface FilePanelProps {
  /** One for someone who sees only one. */
  integrations: readonly { id: number; name: string }[];
  /** The file that the form was opened with. */
  dropped?: File | null;
  onCompared: (id: string) => void;
  onClose: () => void;
}

export const acceptedFiles = '.csv,.xlsx,text/csv';

const isRequired = (field: FileField) => (requiredFileFields as readonly FileField[]).includes(field);

/** A file, its columns, and what each row would be; then the comparison. */
export function FilePanel({ integrations, dropped = null, onCompared, onClose }: FilePanelProps) {
  const { t } = useTranslation('reconciliation');
  const [only] = integrations.length === 1 ? integrations : [];
  const [integrationId, setIntegrationId] = useState<number | null>(only?.id ?? null);
  const [file, setFile] = useState<File | null>(dropped);
  const [check, setCheck] = useState<FileCheck | null>(null);
  const [isChecking, setChecking] = useState(false);
  const onFailed = (error: Error) => {
    const fields = 'fields' in error ? Object.values((error.fields as Record<string, string>) ?? {}) : [];
    toast('error', fields[0] ?? error.message, fields.length > 0 ? {} : { error });
  };
  const compare = useCompareFile({ onDone: onCompared, onFailed });
  const run = async (chosen: File, ofIntegration: number, mapping: FileMapping | null) => {
    setChecking(true);
    try {
      setCheck(await checkFile({ integrationId: ofIntegration, file: chosen, mapping }));
    } catch (error) {
      if (mapping === null) {
        setCheck(null);
        setFile(null);
      }
      onFailed(error as Error);
    }
    setChecking(false);
  };
  const chooseIntegration = (chosen: number | null) => {
    setIntegrationId(chosen);
    if (file !== null && chosen !== null) void run(file, chosen, null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the form was opened with waits for no choice
  useEffect(() => {
    if (dropped !== null && only !== undefined) void run(dropped, only.id, null);
  }, []);
  const chooseFile = (chosen: File | null) => {
    if (chosen === null || integrationId === null) return;
    setFile(chosen);
    void run(chosen, integrationId, null);
  };
  const chooseColumn = (field: FileField, column: number | null) => {
    if (check === null || file === null || integrationId === null) return;
    const mapping: FileMapping = { ...check.mapping };
    if (column === null) delete mapping[field];
    else mapping[field] = column;
    void run(file, integrationId, mapping);
  };
  return (
    <DetailPanel label={t('fileTitle')} title={t('fileTitle')} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.help}>{t('fileHelp', { rows: mostFileRows })}</p>
        {only === undefined && (
          <MultiPicker
            single
            label={t('integration')}
            placeholder={t('chooseIntegration')}
            disabled={isChecking || check !== null}
            options={integrations.map(({ id, name }) => ({
              value: String(id),
              label: name,
              art: <IntegrationChip name={name} number={id} size={16} />,
            }))}
            value={integrationId === null ? [] : [String(integrationId)]}
            onChange={([value]) => chooseIntegration(value === undefined ? null : Number(value))}
          />
        )}
        <div className={styles.tools}>
          <FileButton
            onChange={chooseFile}
            accept={acceptedFiles}
            disabled={integrationId === null || isChecking}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                disabled={integrationId === null}
                loading={isChecking}
                leftSection={<IconFileUpload size={16} stroke={1.5} />}
              >
                {t(file === null ? 'chooseFile' : 'anotherFile')}
              </Button>
            )}
          </FileButton>
          {file !== null && <span className="hub-ellipsis">{file.name}</span>}
        </div>
      </div>
      {check === null && <KnownColumns />}
      {check !== null && file !== null && integrationId !== null && (
        <>
          <Columns check={check} disabled={isChecking} onChoose={chooseColumn} />
          <Verdict check={check} />
          <div className={styles.foot}>
            <Button
              disabled={check.right === 0 || isChecking}
              loading={compare.isPending}
              onClick={() => compare.mutate({ integrationId, file, mapping: check.mapping })}
            >
              {t('compare')}
            </Button>
          </div>
        </>
      )}
    </DetailPanel>
  );
}

/** What the columns of a file may be, before there is one. */
function KnownColumns() {
  const { t } = useTranslation('reconciliation');
  return (
    <PanelPart title={t('columns')} aside={t('columnsHint.any')}>
      <KnownColumnList />
    </PanelPart>
  );
}

export function KnownColumnList() {
  const { t } = useTranslation('reconciliation');
  return (
    <ul className={styles.known} aria-label={t('columns')}>
      {fileFields.map((field) => (
        <li key={field}>
          {t(`fields.${field}`)} {isRequired(field) && <span>{t('requiredField')}</span>}
        </li>
      ))}
    </ul>
  );
}

interface ColumnsProps {
  check: FileCheck;
  disabled: boolean;
  onChoose: (field: FileField, column: number | null) => void;
}

function Columns({ check, disabled, onChoose }: ColumnsProps) {
  const { t } = useTranslation('reconciliation');
  const options = check.columns.map((column, index) => ({
    value: String(index),
    label: column === '' ? formatCount(index + 1) : column,
  }));
  return (
    <PanelPart title={t('columns')} aside={t(`columnsHint.${check.mappingOrigin}`)}>
      <div className={styles.columns}>
        {fileFields.map((field) => {
          const column = check.mapping[field];
          return (
            <MultiPicker
              key={field}
              single
              label={t(`fields.${field}`)}
              placeholder={t('noColumn')}
              disabled={disabled}
              error={isRequired(field) && column === undefined ? t('requiredField') : undefined}
              options={options}
              value={column === undefined ? [] : [String(column)]}
              onChange={([value]) => onChoose(field, value === undefined ? null : Number(value))}
            />
          );
        })}
      </div>
    </PanelPart>
  );
}

type WrongRow = FileCheck['errors'][number];

/** How many rows can be compared, of which days, and what is wrong with the others. */
function Verdict({ check }: { check: FileCheck }) {
  const { t } = useTranslation('reconciliation');
  const columns: DataColumn<WrongRow>[] = [
    { id: 'line', header: t('line'), align: 'right', width: 80, cell: ({ line }) => formatCount(line) },
    { id: 'problem', header: t('problem'), cell: ({ error }) => t(`errors.${error}`) },
    { id: 'field', header: t('columns'), cell: ({ field }) => t(`fields.${field}`) },
    { id: 'value', header: t('value'), cell: ({ value }) => <span className="hub-ellipsis">{value}</span> },
  ];
  const sampled = check.sample.map((cells, row) => ({ id: `${row}`, cells }));
  return (
    <>
      <p className={styles.verdict} role="status">
        {t('verdict', { right: check.right, rows: check.rows })}
        {check.from !== null && check.to !== null && (
          <> · {formatPeriod({ from: check.from, to: check.to })}</>
        )}
      </p>
      {check.errors.length > 0 && (
        <PanelPart
          title={t('wrong')}
          aside={check.wrong > check.errors.length && t('wrongMore', { count: mostNamedRows })}
        >
          <DataTable
            label={t('wrong')}
            columns={columns}
            rows={check.errors}
            rowId={({ line }) => String(line)}
            maxHeight={240}
            phoneRow={({ line, error, value }) => ({
              title: t(`errors.${error}`),
              sub: value,
              value: formatCount(line),
            })}
          />
        </PanelPart>
      )}
      <PanelPart title={t('sample')}>
        <DataTable
          label={t('sample')}
          columns={check.columns.map((column, index) => ({
            id: `${index}`,
            header: column,
            cell: ({ cells }: { id: string; cells: string[] }) => (
              <span className="hub-ellipsis">{cells[index]}</span>
            ),
          }))}
          rows={sampled}
          rowId={({ id }) => id}
          phoneRow={({ cells }) => ({ title: cells[0], sub: cells.slice(1).join(' · ') })}
        />
      </PanelPart>
    </>
  );
}
