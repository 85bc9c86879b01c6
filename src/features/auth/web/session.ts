import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { type Currency, defaultCurrency } from '../../../shared/currencies.ts'
import { setReaderLocale } from '../../../shared/decimals.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { defaultLocale } from '../../../shared/locales.ts'
import { type Permission, isPermitted } from '../../../shared/roles.ts'
import { ApiError, call, onForbidden, onSignedOut } from '../../../web/api-client.ts'
import {
  forgetWantedBusiness,
  setTabBusiness,
  takeWantedBusiness,
  wantedBusiness,
} from '../../../web/tab-business.ts'
import { clearTabStorage } from '../../../web/tab-storage.ts'
import { showToast } from '../../../web/ui/toast.ts'
import type { Session, getSession, signOut } from '../contract.ts'

// Only the types come from the contract, so that the first page loads none of its schemas.
const sessionRoute = { method: 'get', path: '/api/v1/session' } as const
const signOutRoute = { method: 'post', path: '/api/v1/auth/sign-out' } as const

const sessionKey = ['session'] as const
const channelName = 'session'
/** The channel that tells other tabs that the user signed out, as opposed to a session that ended. */
const signOutChannel = 'sign-out'

/** `leaving`: this tab is already signed out while the server still ends the sessions. */
type SessionAnswer = ResponseOf<typeof getSession> & { leaving?: Session }

export type SessionState =
  | { status: 'loading' }
  | { status: 'unreachable' }
  | { status: 'leaving'; session: Session }
  | { status: 'signed-out'; google: boolean }
  | { status: 'signed-in'; session: Session; google: boolean }

export function readSessionState(answer: SessionAnswer | undefined, failed: boolean): SessionState {
  if (!answer) return { status: failed ? 'unreachable' : 'loading' }
  if (answer.leaving) return { status: 'leaving', session: answer.leaving }
  if (!answer.session) return { status: 'signed-out', google: answer.google }
  return { status: 'signed-in', session: answer.session, google: answer.google }
}

let earlyRequest: Promise<SessionAnswer> | undefined

/** Early, but kept out of the cache: a fast response would differ from the pre-rendered page. */
export function prefetchSession(): void {
  takeWantedBusiness()
  earlyRequest = call<typeof getSession>(sessionRoute)
  earlyRequest.catch(() => undefined)
}

function sessionQuery(client: QueryClient) {
  return queryOptions({
    queryKey: sessionKey,
    queryFn: async (): Promise<SessionAnswer> => {
      const answer = await (earlyRequest ?? call<typeof getSession>(sessionRoute)).finally(
        () => (earlyRequest = undefined),
      )
      const before = client.getQueryData<SessionAnswer>(sessionKey)?.session ?? null
      if (before && !isSameMembership(before, answer.session)) forgetRecords(client)
      if (before && !answer.session) showSignedOut()
      setTabBusiness(answer.session?.business.id ?? null)
      if (answer.session) forgetWantedBusiness()
      setReaderLocale(answer.session?.business.locale ?? defaultLocale)
      return answer
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
    retry: 1,
  })
}

function isSameMembership(before: Session, now: Session | null): boolean {
  return before.user.id === now?.user.id && before.business.id === now.business.id
}

/** The name of the business that the tab was in, if the user has since been removed from it. */
export function lostBusiness(before: Session, now: Session): string | undefined {
  const isLost = before.user.id === now.user.id && now.businesses.every(({ id }) => id !== before.business.id)
  return isLost && before.business.id !== now.business.id ? before.business.name : undefined
}

export function useSession(): SessionState {
  const { data, isError } = useQuery(sessionQuery(useQueryClient()))
  // React hydrates in slices. A response between two of them must not make them differ.
  const hydrated = useHydrated()
  return hydrated ? readSessionState(data, isError) : { status: 'loading' }
}

/** The business that is signed in; undefined until the session is known. */
export function useBusinessId(): string | undefined {
  const state = useSession()
  return state.status === 'signed-in' ? state.session.business.id : undefined
}

/** Whether the role of the member in this business allows it; true until the session is known. */
export function useMay(permission: Permission): boolean {
  const state = useSession()
  return state.status !== 'signed-in' || isPermitted(state.session.memberRole, permission)
}

/** Whether anyone but the owner is or was a member of the business. */
export function useHasTeam(): boolean {
  const state = useSession()
  return state.status === 'signed-in' && state.session.hasTeam
}

/** The business's time zone; UTC until the session is known. */
export function useTimeZone(): string {
  const state = useSession()
  return state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
}

/** The home currency of the business; US dollars until the session is known. */
export function useHomeCurrency(): Currency {
  const state = useSession()
  return state.status === 'signed-in' ? state.session.business.currency : defaultCurrency
}

export async function refreshSession(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: sessionKey })
}

/** Stores the session after a sign-in, a change of the user's data, or a change to another business in this tab. */
export function rememberSession(client: QueryClient, session: Session): void {
  forgetRecords(client)
  setAnswer(client, { session })
  notifyOtherTabs()
}

/** The session after a sign-in, in the business that a link has named before, if the user belongs to it. */
export async function inWantedBusiness(session: Session): Promise<Session> {
  const wanted = wantedBusiness()
  forgetWantedBusiness()
  if (wanted === null || !session.businesses.some(({ id }) => id === wanted)) return session
  setTabBusiness(wanted)
  const answer = await call<typeof getSession>(sessionRoute)
  return answer.session ?? session
}

function forgetSession(client: QueryClient): void {
  setAnswer(client, { session: null })
  forgetRecords(client)
}

/** Clears the session in this tab, then ends it on every device. If that fails, it is restored. */
export async function endSession(client: QueryClient, goHome: () => Promise<void>): Promise<void> {
  const before = client.getQueryData<SessionAnswer>(sessionKey)
  await client.cancelQueries({ queryKey: sessionKey })
  setAnswer(client, { session: null, ...(before?.session ? { leaving: before.session } : {}) })
  try {
    await call<typeof signOut>(signOutRoute)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_SIGNED_IN') {
      client.setQueryData(sessionKey, before)
      setReaderLocale(before?.session?.business.locale ?? defaultLocale)
      throw error
    }
  }
  await goHome()
  forgetSession(client)
  clearTabStorage()
  notifyOtherTabs(signOutChannel)
  notifyOtherTabs()
}

/** Follows what the server and other tabs report about the session. */
export function syncSession(client: QueryClient): () => void {
  const stopSignedOut = onSignedOut(() => {
    const answer = client.getQueryData<SessionAnswer>(sessionKey)
    if (!answer?.session) return
    forgetSession(client)
    showSignedOut()
  })
  // A refusal may mean that the user lost a role. Reading the session again makes the page redirect.
  const stopForbidden = onForbidden(() => void refreshSession(client))
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', () => void refreshSession(client))
  const signOuts = new BroadcastChannel(signOutChannel)
  signOuts.addEventListener('message', clearTabStorage)
  return () => {
    stopSignedOut()
    stopForbidden()
    channel.close()
    signOuts.close()
  }
}

function setAnswer(client: QueryClient, change: Pick<SessionAnswer, 'session' | 'leaving'>): void {
  setReaderLocale(change.session?.business.locale ?? defaultLocale)
  if (!change.leaving) setTabBusiness(change.session?.business.id ?? null)
  client.setQueryData<SessionAnswer>(sessionKey, (before) => ({ google: before?.google ?? false, ...change }))
}

/** For a user who did not sign out: the session ended elsewhere or expired. */
function showSignedOut(): void {
  showToast({ title: 'Signed Out', description: 'You’re no longer signed in. Please sign in again.' })
}

// Data loaded for one user must never be shown to the next.
function forgetRecords(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

function notifyOtherTabs(name = channelName): void {
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage('changed')
  channel.close()
}
