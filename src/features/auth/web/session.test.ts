import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatMoney } from '../../../shared/money.ts'
import { call } from '../../../web/api-client.ts'
import { tabBusiness } from '../../../web/tab-business.ts'
import { getToast } from '../../../web/ui/toast.ts'
import type { Session } from '../contract.ts'
import { draftOwnerOf } from './draft-owner.ts'
import { endSession, lostBusiness, syncSession, readSessionState, rememberSession } from './session.ts'

const session: Session = {
  user: {
    id: '3f0e6f52-5d0b-4a40-8a3c-0d1f8f6b7a11',
    name: 'Test Owner',
    email: 'owner@example.com',
    emailVerified: true,
    role: 'user',
    mustChangePassword: false,
  },
  business: {
    id: 'b2b7c3a4-1d2e-4f50-9a61-7c8d9e0f1a2b',
    name: 'Test Business',
    timeZone: 'UTC',
    currency: 'USD',
    locale: 'en-US',
    deleteAfter: null,
  },
  memberRole: 'owner' as const,
  hasTeam: false,
  isOffered: false,
  businesses: [],
}

function signedInClient(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['session'], { session, google: true })
  client.setQueryData(['invoices'], ['one'])
  return client
}

function stateOf(client: QueryClient) {
  return readSessionState(client.getQueryData(['session']), false)
}

afterEach(() => vi.unstubAllGlobals())

describe('the state of the session', () => {
  it('is loading until an answer comes, and out of reach when none does', () => {
    expect(readSessionState(undefined, false).status).toBe('loading')
    expect(readSessionState(undefined, true).status).toBe('unreachable')
  })

  it('stays as it was known when a later question fails', () => {
    expect(readSessionState({ session, google: false }, true).status).toBe('signed-in')
  })
})

describe('signing out', () => {
  it('clears the session first, then asks the server, then goes home', async () => {
    const client = signedInClient()
    const order: string[] = []
    vi.stubGlobal('fetch', () => {
      order.push(`server while ${stateOf(client).status}`)
      return Promise.resolve(new Response(null, { status: 204 }))
    })
    await endSession(client, async () => {
      order.push(`home while ${stateOf(client).status}`)
    })
    expect(order).toEqual(['server while leaving', 'home while leaving'])
    expect(stateOf(client)).toEqual({ status: 'signed-out', google: true })
    expect(client.getQueryData(['invoices'])).toBeUndefined()
    expect(getToast()).toBeNull()
  })

  it('puts the session back when the server could not end it', async () => {
    const client = signedInClient()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const goHome = vi.fn<() => Promise<void>>()
    await expect(endSession(client, goHome)).rejects.toThrow('can’t be reached')
    expect(stateOf(client).status).toBe('signed-in')
    expect(goHome).not.toHaveBeenCalled()
  })

  it('leaves nothing in this tab or another that somebody typed, unless it fails or the session ran out', async () => {
    const client = signedInClient()
    const stop = syncSession(client)
    const clear = vi.fn<() => void>()
    vi.stubGlobal('sessionStorage', {
      clear,
      getItem: () => null,
      setItem: () => undefined,
      removeItem: () => undefined,
    })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    await expect(endSession(client, () => Promise.resolve())).rejects.toThrow('can’t be reached')
    const problem = { code: 'NOT_SIGNED_IN', message: 'Please sign in.', requestId: 'r' }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 401 })))
    await expect(call({ method: 'get', path: '/api/v1/business' })).rejects.toThrow('Please sign in.')
    expect(clear).not.toHaveBeenCalled()
    await endSession(client, () => Promise.resolve())
    // Once for the tab in which it happens, once for the one that hears of it.
    await expect.poll(() => clear.mock.calls.length).toBe(2)
    stop()
  })

  it('succeeds when the session had ended already', async () => {
    const client = signedInClient()
    const problem = { code: 'NOT_SIGNED_IN', message: 'Please sign in.', requestId: 'r' }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 401 })))
    await endSession(client, () => Promise.resolve())
    expect(stateOf(client).status).toBe('signed-out')
  })
})

it('turns to signed out, says so and forgets what was loaded, when any call finds the session gone', async () => {
  const client = signedInClient()
  const stop = syncSession(client)
  const problem = { code: 'NOT_SIGNED_IN', message: 'Please sign in.', requestId: 'r' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 401 })))
  await expect(call({ method: 'get', path: '/api/v1/business' })).rejects.toThrow('Please sign in.')
  expect(stateOf(client).status).toBe('signed-out')
  expect(getToast()?.title).toBe('Signed Out')
  expect(client.getQueryData(['invoices'])).toBeUndefined()
  stop()
})

it('asks what somebody may do, once, when any call finds that they may not', async () => {
  const client = signedInClient()
  const asked = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ session, google: true }))
  const page = new QueryObserver(client, { queryKey: ['session'], queryFn: asked, staleTime: Infinity })
  const leave = page.subscribe(() => undefined)
  const stop = syncSession(client)
  const problem = { code: 'FORBIDDEN', message: 'Not yours.', requestId: 'r' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 403 })))
  await expect(call({ method: 'get', path: '/api/v1/admin/users' })).rejects.toThrow('Not yours.')
  expect(asked).toHaveBeenCalledOnce()
  expect(stateOf(client).status).toBe('signed-in')
  expect(client.getQueryData(['invoices'])).toBeDefined()
  stop()
  leave()
})

it('shows nothing of the person before to the one who signs in', () => {
  const client = signedInClient()
  rememberSession(client, { ...session, user: { ...session.user, name: 'Kit' } })
  expect(client.getQueryData(['invoices'])).toBeUndefined()
  expect(stateOf(client)).toMatchObject({ status: 'signed-in', session: { user: { name: 'Kit' } } })
})

const other = { ...session, business: { ...session.business, id: 'another', name: 'Other' } }
const listed = ({ business: { id, name } }: Session) => ({ id, name, role: 'owner' as const })

describe('a tab whose business changes', () => {
  it('shows nothing of the business before', () => {
    const client = signedInClient()
    rememberSession(client, other)
    expect(client.getQueryData(['invoices'])).toBeUndefined()
    expect(tabBusiness()).toBe('another')
    rememberSession(client, session)
    expect(tabBusiness()).toBe(session.business.id)
  })

  it('has lost the one before if the user no longer belongs to it', () => {
    expect(lostBusiness(session, { ...other, businesses: [listed(other)] })).toBe('Test Business')
  })

  it('has lost nothing after a switch, in the same business, or with another user', () => {
    expect(lostBusiness(session, { ...other, businesses: [listed(session), listed(other)] })).toBeUndefined()
    expect(lostBusiness(session, session)).toBeUndefined()
    const stranger = { ...other, user: { ...other.user, id: 'stranger' }, businesses: [listed(other)] }
    expect(lostBusiness(session, stranger)).toBeUndefined()
  })

  it('has other drafts there', () => {
    expect(draftOwnerOf(session)).not.toBe(draftOwnerOf(other))
  })
})

it('writes amounts in the number format of whoever signs in, and in the default one afterwards', async () => {
  const client = new QueryClient()
  const amount = () => formatMoney(123_450, { currency: 'EUR' }).replaceAll(/\s/g, ' ')
  rememberSession(client, { ...session, business: { ...session.business, locale: 'de-DE' } })
  expect(amount()).toBe('1.234,50 €')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(endSession(client, async () => undefined)).rejects.toThrow('')
  expect(amount()).toBe('1.234,50 €')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  await endSession(client, async () => undefined)
  expect(amount()).toBe('€1,234.50')
})
