import { afterEach, expect, test, vi } from 'vitest'
import type { LiveListener } from '../../platform/live/live.ts'
import { createLiveStream } from './live-stream.ts'

const pace = { gapMs: 300, beatMs: 20_000 }

/** A stream whose business is told things by hand, under a clock that stands still. */
function open({ mayListen = async () => true }: { mayListen?: () => Promise<boolean> } = {}) {
  vi.useFakeTimers()
  let listener: LiveListener | undefined
  const onEnd = vi.fn<() => void>()
  const stream = createLiveStream({
    subscribe(given) {
      listener = given
      return () => (listener = undefined)
    },
    mayListen,
    onEnd,
    pace,
  })
  return {
    ...stream,
    onEnd,
    isSubscribed: () => listener !== undefined,
    change: (...topics: string[]) => topics.forEach((topic) => listener?.changed(topic)),
    miss: () => listener?.missed(),
    close: () => listener?.closed(),
  }
}

afterEach(() => {
  vi.useRealTimers()
})

/** Reads all there is, as it comes. */
function read(bytes: ReadableStream<Uint8Array>) {
  const heard: string[] = []
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard.push(...value.split('\n').filter((line) => /^(event|data): ./.test(line)))
    }
  })()
  return { heard, ended, leave: () => reader.cancel() }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('says that it is ready, then what changes', async () => {
  const stream = open()
  const { heard } = read(stream.bytes)
  await pass(0)
  expect(heard).toEqual(['event: ready'])
  stream.change('invoices')
  await pass(10)
  expect(heard).toEqual(['event: ready', 'event: change', 'data: invoices'])
  stream.end()
})

test('many changes at once are told together, each name once, and no oftener than the gap', async () => {
  const stream = open()
  const { heard } = read(stream.bytes)
  await pass(0)
  stream.change('invoices', 'expenses', 'invoices')
  await pass(0)
  for (let times = 0; times < 29; times++) {
    stream.change('invoices', 'mails')
    await pass(10)
  }
  expect(heard.slice(1)).toEqual(['event: change', 'data: invoices expenses'])
  await pass(10)
  expect(heard.slice(3)).toEqual(['event: change', 'data: invoices mails'])
  await pass(5000)
  expect(heard).toHaveLength(5)
  stream.end()
})

test('names that nobody knows are not passed on', async () => {
  const stream = open()
  const { heard } = read(stream.bytes)
  stream.change('salaries', '__proto__')
  await pass(1000)
  expect(heard).toEqual(['event: ready'])
  stream.end()
})

test('when something may have been missed it is ready once more, whatever else was to be told', async () => {
  const stream = open()
  const { heard } = read(stream.bytes)
  await pass(0)
  stream.change('invoices')
  stream.miss()
  await pass(1000)
  expect(heard).toEqual(['event: ready', 'event: ready'])
  stream.end()
})

test('a reader that takes nothing makes nothing pile up, and is told all of it once it reads', async () => {
  const stream = open()
  await pass(0)
  for (let times = 0; times < 50; times++) {
    stream.change('invoices', 'banks')
    await pass(300)
  }
  const { heard } = read(stream.bytes)
  await pass(1000)
  expect(heard).toEqual(['event: ready', 'event: change', 'data: invoices banks'])
  stream.end()
})

test('a reader that takes nothing for two beats is given up', async () => {
  const stream = open()
  await pass(2 * pace.beatMs)
  expect(stream.isSubscribed()).toBe(false)
  expect(stream.onEnd).toHaveBeenCalledOnce()
})

test('it says that it is still there, and looks each time whether its reader may listen', async () => {
  const mayListen = vi.fn<() => Promise<boolean>>(async () => true)
  const stream = open({ mayListen })
  const { heard, ended } = read(stream.bytes)
  await pass(3 * pace.beatMs)
  expect(heard).toEqual(['event: ready', 'event: beat', 'event: beat', 'event: beat'])
  expect(mayListen).toHaveBeenCalledTimes(3)
  mayListen.mockResolvedValue(false)
  await pass(pace.beatMs)
  await ended
  expect(heard).toHaveLength(4)
  expect(stream.isSubscribed()).toBe(false)
  expect(stream.onEnd).toHaveBeenCalledOnce()
})

test('where that cannot be found out, it ends', async () => {
  const stream = open({ mayListen: async () => Promise.reject(new Error('no database')) })
  const { ended } = read(stream.bytes)
  await pass(pace.beatMs)
  await ended
  expect(stream.isSubscribed()).toBe(false)
})

test('nothing is told by a look that is older than a beat', async () => {
  // The look at the beat takes long; a change comes meanwhile.
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let looks = 0
  const stream = open({ mayListen: () => answers[looks++]!.promise })
  const { heard, ended } = read(stream.bytes)
  await pass(pace.beatMs + 1)
  stream.change('invoices')
  await pass(1000)
  expect(heard).toEqual(['event: ready'])
  answers[1]!.resolve(false)
  await pass(0)
  await ended
  answers[0]!.resolve(true)
  await pass(1000)
  expect(heard).toEqual(['event: ready'])
})

test('when the session changes it looks at once, and a reader who was removed hears nothing more', async () => {
  const mayListen = vi.fn<() => Promise<boolean>>(async () => true)
  const stream = open({ mayListen })
  const { heard, ended } = read(stream.bytes)
  await pass(0)
  stream.change('session')
  await pass(pace.gapMs)
  expect(heard).toEqual(['event: ready', 'event: change', 'data: session'])
  mayListen.mockResolvedValue(false)
  stream.change('session', 'invoices')
  await pass(0)
  await ended
  expect(heard).toHaveLength(3)
  expect(stream.isSubscribed()).toBe(false)
})

test('a look that began before the session changed does not count', async () => {
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let looks = 0
  const stream = open({ mayListen: () => answers[Math.min(looks++, 1)]!.promise })
  const { heard, ended } = read(stream.bytes)
  await pass(pace.beatMs)
  expect(looks).toBe(1)
  stream.change('session')
  await pass(pace.gapMs)
  answers[0]!.resolve(true)
  await pass(0)
  expect(heard).toEqual(['event: ready'])
  answers[1]!.resolve(false)
  await pass(pace.gapMs)
  await ended
  expect(heard).toEqual(['event: ready'])
})

test('a reader that leaves is forgotten at once, and nothing goes on for it', async () => {
  const mayListen = vi.fn<() => Promise<boolean>>(async () => true)
  const stream = open({ mayListen })
  const { leave } = read(stream.bytes)
  await pass(0)
  stream.change('invoices')
  await leave()
  expect(stream.isSubscribed()).toBe(false)
  expect(stream.onEnd).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  stream.end()
  await pass(3 * pace.beatMs)
  expect(mayListen).not.toHaveBeenCalled()
  expect(stream.onEnd).toHaveBeenCalledOnce()
})

test('it ends when nothing will be told any more', async () => {
  const stream = open()
  const { ended } = read(stream.bytes)
  stream.close()
  await ended
  expect(stream.onEnd).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
