import { expect, test } from 'vitest'
import { tabMemory } from '../../../../test/support/tab-memory.ts'
import { createAnswerDrafts } from './answer-drafts.ts'

test('what was begun is there again after a reload, until it is sent or given up', () => {
  const storage = tabMemory()
  const drafts = createAnswerDrafts('user', storage)
  expect(drafts.isDirty()).toBe(false)
  drafts.keep('one', 'Dear')
  drafts.keep('one', 'Dear visitor')
  drafts.keep('two', 'Hello')
  drafts.keep('three', ' \n')
  const reloaded = createAnswerDrafts('user', storage)
  expect([...reloaded.begun()]).toEqual(['one', 'two'])
  expect([reloaded.textOf('one'), reloaded.textOf('three')]).toEqual(['Dear visitor', ''])
  expect(createAnswerDrafts('another', storage).isDirty()).toBe(false)
  reloaded.sent('one')
  expect([...createAnswerDrafts('user', storage).begun()]).toEqual(['two'])
  reloaded.abandon()
  expect(reloaded.isDirty()).toBe(false)
  expect(createAnswerDrafts('user', storage).isDirty()).toBe(false)
})

test('an answer keeps its request until it is sent, also when its text is written anew', () => {
  const storage = tabMemory()
  const drafts = createAnswerDrafts('user', storage)
  drafts.keep('one', 'Dear')
  drafts.keep('two', 'Hello')
  const first = drafts.requestIdOf('one')
  expect(drafts.requestIdOf('two')).not.toBe(first)
  drafts.keep('one', '')
  expect([...drafts.begun()]).toEqual(['two'])
  const reloaded = createAnswerDrafts('user', storage)
  reloaded.keep('one', 'Dear visitor')
  expect(reloaded.requestIdOf('one')).toBe(first)
  reloaded.startAnother('one', 'Dear visitor')
  const second = reloaded.requestIdOf('one')
  expect(second).not.toBe(first)
  expect(createAnswerDrafts('user', storage).requestIdOf('one')).toBe(second)
  reloaded.sent('one')
  reloaded.keep('one', 'And another')
  expect([first, second]).not.toContain(reloaded.requestIdOf('one'))
})

test('where the browser keeps nothing, it is kept while the page is open', () => {
  const drafts = createAnswerDrafts('user', null)
  drafts.keep('one', 'Dear visitor')
  expect(drafts.textOf('one')).toBe('Dear visitor')
})
