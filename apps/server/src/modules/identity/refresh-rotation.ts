import Provider from 'oidc-provider';
import type { Clock } from '../../infra/clock/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { rotateRefreshToken } from './refresh-tokens.repo.ts';

/** The parts of the provider's model that its types leave out. */
interface TokenModel {
  jti: string;
  consume(): Promise<void>;
  generateTokenId(): string;
}

/** Makes the provider issue one successor for each refresh token, however often the token is used. */
export function issueOneSuccessor(provider: Provider, db: Db, clock: Clock): void {
  const model = provider.RefreshToken.prototype as unknown as TokenModel;
  const generate = model.generateTokenId;
  const successors = new WeakMap<object, string>();
  model.consume = async function consume() {
    const successor = await rotateRefreshToken(db, clock, this.jti);
    if (successor !== undefined) successors.set(this, successor);
  };
  model.generateTokenId = function generateTokenId() {
    const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    return (used && successors.get(used)) ?? generate.call(this);
  };
}
