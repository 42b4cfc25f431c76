import { type PlatformEndpointName, platformEndpoints } from '@ludus/contract/operator-api';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Section, SectionNav } from '../../../components/layout/section-nav.tsx';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import { useMedia } from '../../../lib/use-screen.ts';
import { type Guide, type GuideBlock, guideExamples, guideSections } from '../content/guide.ts';
import { CheckList } from './check-list.tsx';
import styles from './guide.module.css';

/** The guide in one language, with the list of checks that the contract has. */
export function GuideView({ guide }: { guide: Guide }) {
  const { t } = useTranslation('operatorGuide');
  const sections = [
    ...guideSections.map((id) => ({ id, label: guide[id].title })),
    { id: 'checks', label: t('checks') },
  ];
  return (
    <SectionNav label={t('contents')} sections={sections}>
      {guideSections.map((section) => (
        <Section key={section} id={section}>
          <Panel title={guide[section].title} ruled className={styles.panel}>
            <Blocks blocks={guide[section].blocks} section={guide[section].title} />
          </Panel>
        </Section>
      ))}
      <Section id="checks">
        <CheckList />
      </Section>
    </SectionNav>
  );
}

/** In their order, or where there is room, what is written at the left and what is sent or listed beside it. */
function Blocks({ blocks, section }: { blocks: readonly GuideBlock[]; section: string }) {
  const isBeside = useMedia('(min-width: 100em)');
  const isWritten = (block: GuideBlock) => (typeof block === 'string' ? block !== 'calls' : 'list' in block);
  const drawn = (some: readonly GuideBlock[]) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never move
    some.map((block, index) => <Block key={index} block={block} section={section} />);
  if (!isBeside || blocks.every(isWritten)) return <div className={styles.text}>{drawn(blocks)}</div>;
  return (
    <div className={styles.text} data-pair>
      <div className={styles.blocks}>{drawn(blocks.filter(isWritten))}</div>
      <div className={styles.blocks}>{drawn(blocks.filter((block) => !isWritten(block)))}</div>
    </div>
  );
}

function Block({ block, section }: { block: GuideBlock; section: string }) {
  if (block === 'calls') return <Calls section={section} />;
  if (typeof block === 'string') return <p>{inlineOf(block)}</p>;
  if ('list' in block)
    return (
      <ul>
        {block.list.map((text) => (
          <li key={text}>{inlineOf(text)}</li>
        ))}
      </ul>
    );
  if ('table' in block) return <Table label={section} {...block.table} />;
  return <Example name={block.example} section={section} />;
}

/** `code` between backticks, what matters most between double asterisks. */
function inlineOf(text: string): ReactNode {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    const key = `${index} ${part}`;
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}

interface TableProps {
  label: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

function Table({ label, head, rows }: TableProps) {
  return (
    <ScrollFrame label={label} className={styles.scroll}>
      <table aria-label={label}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never move
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={head[index]}>
                  {index === 0 && typeof cell === 'string' ? <code>{cell}</code> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function Calls({ section }: { section: string }) {
  const { t } = useTranslation('operatorGuide');
  const rows = Object.entries(platformEndpoints).map(([name, { method, service, path, token }]) => [
    <span key={name} className={styles.call}>
      <code>{`${method} {${service === 'any' ? 'service' : service}}${path}`}</code>
      <span>{t(`summary.${name as PlatformEndpointName}`)}</span>
    </span>,
    token === 'own' ? t('ownToken') : <code key="token">{token}</code>,
  ]);
  return <Table label={section} head={[t('call'), t('token')]} rows={rows} />;
}

function Example({ name, section }: { name: keyof typeof guideExamples; section: string }) {
  const { t } = useTranslation('operatorGuide');
  const text = guideExamples[name];
  return (
    <div className={styles.example}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton
        value={text}
        label={t('copyExample', { section })}
        success={t('exampleCopied')}
        failure={t('exampleNotCopied')}
      />
    </div>
  );
}
