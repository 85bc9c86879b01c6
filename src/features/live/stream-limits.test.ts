import { expect, test } from 'vitest'
import { createStreamLimits } from './stream-limits.ts'

function open(most: { ofSession: number; ofBusiness: number }) {
  const limits = createStreamLimits(most)
  const ended: string[] = []
  const add = (businessId: string, sessionId: string, name: string) => {
    const forget = limits.add(businessId, {
      sessionId,
      end: () => {
        ended.push(name)
        forget()
      },
    })
    return forget
  }
  return { add, ended }
}

test('one more than a session may have ends its oldest', () => {
  const { add, ended } = open({ ofSession: 2, ofBusiness: 100 })
  for (const name of ['a1', 'a2']) add('mine', 'a', name)
  add('mine', 'b', 'b1')
  expect(ended).toEqual([])
  add('mine', 'a', 'a3')
  add('mine', 'a', 'a4')
  expect(ended).toEqual(['a1', 'a2'])
})

test('one more than a business may have ends its oldest, and none of another business', () => {
  const { add, ended } = open({ ofSession: 100, ofBusiness: 3 })
  add('other', 'z', 'z1')
  for (const name of ['a1', 'b1', 'c1']) add('mine', name, name)
  expect(ended).toEqual([])
  add('mine', 'd1', 'd1')
  expect(ended).toEqual(['a1'])
})

test('one that is over takes no place', () => {
  const { add, ended } = open({ ofSession: 1, ofBusiness: 1 })
  for (let times = 0; times < 5; times++) add('mine', 'a', `${times}`)()
  add('mine', 'a', 'last')
  expect(ended).toEqual([])
})
