import { describe, expect, it } from 'vitest';
import {
  actorFromIdentity,
  integrationScope,
  requireScope,
  systemActor,
  visibleIntegrations,
} from './index.ts';

const person = { userId: 'u', username: 'u', email: null };
const provider = actorFromIdentity({ ...person, roles: ['ludus_manager'] }, null);
const alpina = actorFromIdentity({ ...person, roles: ['integration_admin'] }, { id: 1, name: 'Alpina' });
const lost = actorFromIdentity({ ...person, roles: ['integration_admin'] }, null);

describe('[OPEN-02][ROLE-09] the integrations an actor sees', () => {
  it('are those asked for, cut down to its own', () => {
    expect(visibleIntegrations(provider)).toBeNull();
    expect(visibleIntegrations(provider, [])).toBeNull();
    expect(visibleIntegrations(provider, [2, 3])).toEqual([2, 3]);
    expect(visibleIntegrations(alpina)).toEqual([1]);
    expect(visibleIntegrations(alpina, [1, 2])).toEqual([1]);
    expect(visibleIntegrations(alpina, [2])).toEqual([]);
  });

  it('are none for a user whose integration is unknown, whatever is asked', () => {
    expect(integrationScope(lost)).toEqual({ kind: 'none' });
    expect(visibleIntegrations(lost)).toEqual([]);
    expect(visibleIntegrations(lost, [1])).toEqual([]);
  });
});

describe('[OPEN-01] a scope', () => {
  it('is required with 403', () => {
    expect(() => requireScope(provider, 'games:edit')).toThrow("You don't have permission to do this.");
    expect(() => requireScope(provider, 'integrations:manage')).not.toThrow();
  });

  it('is held in full by the hub itself', () => {
    expect(integrationScope(systemActor)).toEqual({ kind: 'all' });
    expect(systemActor.can('sessions:fetch')).toBe(true);
  });
});
