import type { Api, Identity } from '../../platform/http/api.ts'
import type { Live } from '../../platform/live/live.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'
import { findFreshSession } from '../auth/sessions/identify.ts'
import * as contract from './contract.ts'
import { type StreamPace, createLiveStream } from './live-stream.ts'
import { beatMs } from './rules.ts'
import { type StreamLimits, createStreamLimits } from './stream-limits.ts'

export interface LiveDeps extends Pick<AuthDeps, 'auth' | 'database' | 'readSessionToken'> {
  live: Live
}

const headers = {
  'cache-control': 'no-store, no-transform',
  // Otherwise a proxy would buffer the events until there are more of them.
  'x-accel-buffering': 'no',
}

export function registerLiveRoutes(
  api: Api,
  deps: LiveDeps,
  pace: StreamPace = { gapMs: 300, beatMs },
  maxStreams: StreamLimits = { ofSession: 12, ofBusiness: 100 },
): void {
  const limits = createStreamLimits(maxStreams)
  api.register(contract.getLive, async ({ identity, query, context }) => {
    const { businessId, sessionId } = identity
    const stream = createLiveStream({
      subscribe: (listener) => deps.live.subscribe(businessId, listener, query.since),
      // A session due for extension counts as ended: its cookie needs a new response.
      mayListen: async () => isSame(identity, await findFreshSession(deps, context)),
      onEnd: () => removeStream(),
      pace,
    })
    const removeStream = limits.add(businessId, { sessionId, end: stream.end })
    return { bytes: stream.bytes, contentType: 'text/event-stream', headers }
  })
}

function isSame(before: Identity, now: Identity | undefined): boolean {
  return (
    now !== undefined &&
    !now.mustChangePassword &&
    now.sessionId === before.sessionId &&
    now.businessId === before.businessId
  )
}
