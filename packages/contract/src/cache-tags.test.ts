import { describe, expect, it } from 'vitest';
import { cacheTags, readsOf, tagsOfReads } from './cache-tags.ts';
import { changedEvent } from './events.ts';
import { endpoints } from './index.ts';

/** GET by their documents, though they start something. */
const startedByGet = [
  'checkService',
  'fetchSessions',
  'mailSessions',
  'refreshSession',
  'synchroniseIntegration',
  'synchroniseIntegrations',
  'synchroniseUsers',
];

describe('the tags of the cache', () => {
  it('name every read of the contract, and nothing else', () => {
    const reads = endpoints.flatMap(({ id, method }) =>
      method === 'GET' && !startedByGet.includes(id) ? [id] : [],
    );
    expect(Object.keys(tagsOfReads).toSorted()).toEqual(reads.toSorted());
  });

  it('know the topic of every change event', () => {
    expect(cacheTags).toEqual(expect.arrayContaining(changedEvent.shape.topic.options));
  });

  it('are each carried by a read', () => {
    expect(cacheTags.filter((tag) => readsOf([tag]).size === 0)).toEqual([]);
  });

  it('find the reads of several resources once each', () => {
    expect([...readsOf(['certificates', 'bets'])].toSorted()).toEqual([
      'countCertificates',
      'exportBetsForEditing',
      'getBets',
      'getCertificate',
      'getCertificateCoverage',
      'getGame',
      'getGamePerformance',
      'getIntegrationJurisdictions',
      'listCertificateActions',
      'listCertificates',
      'listLapsedCertificates',
      'searchCertificates',
    ]);
  });
});
