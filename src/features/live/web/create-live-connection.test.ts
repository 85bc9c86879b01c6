import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveConnection } from './create-live-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const [connecting, closed] = [0, 2]

class FakeSource {
  isClosed = false
  readyState = 1
  readonly #listeners = new Map<string, (event: MessageEvent<unknown>) => void>()
  addEventListener(name: string, listener: (event: MessageEvent<unknown>) => void) {
    this.#listeners.set(name, listener)
  }
  close() {
    this.isClosed = true
  }
  say(name: string, data = '') {
    this.#listeners.get(name)?.(new MessageEvent(name, { data }))
  }
  fail(readyState = connecting) {
    this.readyState = readyState
    this.say('error')
  }
}

function start({ isAgain = false, isShown = true } = {}) {
  const sources: FakeSource[] = []
  const heard: string[] = []
  const connection = createLiveConnection({
    open: () => {
      const source = new FakeSource()
      sources.push(source)
      return source
    },
    isAgain,
    onChange: (topics) => heard.push(topics.join(' ')),
    onMissed: () => heard.push('(missed)'),
    onRefused: () => heard.push('(refused)'),
    random: () => 1,
  })
  if (isShown) connection.show()
  return {
    connection,
    sources,
    heard,
    newest: () => sources.at(-1)!,
    open: () => sources.filter((source) => !source.isClosed).length,
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('passes on what changed, and leaves out names it does not know', () => {
  const { newest, heard } = start()
  newest().say('ready')
  newest().say('change', 'invoices salaries expenses')
  expect(heard).toEqual(['invoices expenses'])
})

test('to be ready for the first time is no news; a second time it is', () => {
  const { newest, heard } = start()
  newest().say('ready')
  expect(heard).toEqual([])
  newest().say('ready')
  expect(heard).toEqual(['(missed)'])
})

test('a page that has listened before has missed something', () => {
  const { newest, heard } = start({ isAgain: true })
  newest().say('ready')
  expect(heard).toEqual(['(missed)'])
})

test('a lost connection comes back after growing delays, one at a time', async () => {
  const { sources, newest, heard, open } = start()
  for (const delay of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const before = sources.length
    newest().fail()
    expect(open()).toBe(0)
    await pass(delay - 1)
    expect(sources).toHaveLength(before)
    await pass(1)
    expect([sources.length, open()]).toEqual([before + 1, 1])
  }
  expect(heard).toEqual([])
  newest().say('ready')
  expect(heard).toEqual(['(missed)'])
})

test('after a connection that lasted, the next failure is the first again', async () => {
  const { sources, newest } = start()
  newest().fail()
  await pass(1000)
  newest().fail()
  await pass(2000)
  newest().say('ready')
  await pass(10_000)
  const before = sources.length
  newest().fail()
  await pass(1000)
  expect(sources).toHaveLength(before + 1)
})

test('a connection that ends right after it was ready does not count as a good one', async () => {
  const { sources, newest } = start()
  for (let times = 0; times < 5; times++) {
    newest().say('ready')
    newest().fail()
    await pass(60_000)
  }
  const before = sources.length
  newest().say('ready')
  newest().fail()
  await pass(31_000)
  expect(sources).toHaveLength(before)
})

test('a refusal has the session looked at, a lost connection does not', () => {
  const lost = start()
  lost.newest().fail(connecting)
  expect(lost.heard).toEqual([])
  const refused = start()
  refused.newest().fail(closed)
  expect(refused.heard).toEqual(['(refused)'])
})

test('a connection on which nothing is heard for long is replaced', async () => {
  const { sources, newest } = start()
  newest().say('ready')
  for (let beats = 0; beats < 6; beats++) {
    await pass(20_000)
    newest().say('beat')
  }
  expect(sources).toHaveLength(1)
  await pass(60_000)
  expect(sources[0]?.isClosed).toBe(true)
  expect(sources).toHaveLength(2)
})

test('a page that is hidden for long lets go of it, and has missed something when it is looked at again', async () => {
  const { connection, newest, sources, heard, open } = start()
  newest().say('ready')
  connection.hide()
  await pass(29_000)
  connection.show()
  await pass(10_000)
  expect([sources.length, open()]).toEqual([1, 1])
  newest().say('beat')
  connection.hide()
  await pass(30_000)
  expect(open()).toBe(0)
  await pass(600_000)
  expect(sources).toHaveLength(1)
  connection.show()
  newest().say('ready')
  expect(heard).toEqual(['(missed)'])
})

test('a page that was loaded unseen and is looked at late has missed something', async () => {
  const { connection, newest, heard } = start({ isShown: false })
  connection.hide()
  await pass(30_000)
  connection.show()
  newest().say('ready')
  expect(heard).toEqual(['(missed)'])
})

test('a page that is looked at again while it waits opens no second one', async () => {
  const { connection, newest, sources } = start()
  newest().fail()
  connection.show()
  connection.show()
  expect(sources).toHaveLength(1)
  await pass(1000)
  expect(sources).toHaveLength(2)
})

test('back online, it waits no longer, and trusts no connection from before', () => {
  const { connection, newest, sources, heard, open } = start()
  newest().say('ready')
  newest().fail()
  connection.renew()
  connection.renew()
  expect([sources.length, open()]).toEqual([3, 1])
  newest().say('ready')
  expect(heard).toEqual(['(missed)'])
})

test('back online, a page that nobody looks at opens nothing', async () => {
  const { connection, sources, open } = start()
  connection.hide()
  await pass(30_000)
  connection.renew()
  expect([sources.length, open()]).toEqual([1, 0])
})

test('once stopped, nothing is heard and nothing is opened', async () => {
  const { connection, newest, sources, heard } = start()
  newest().say('ready')
  connection.stop()
  newest().say('change', 'invoices')
  newest().fail(closed)
  await pass(600_000)
  expect([sources.length, sources[0]?.isClosed, heard]).toEqual([1, true, []])
  expect(vi.getTimerCount()).toBe(0)
})
