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
  reloaded.keep('one', '')
  expect([...createAnswerDrafts('user', storage).begun()]).toEqual(['two'])
  reloaded.giveUp()
  expect(reloaded.isDirty()).toBe(false)
  expect(createAnswerDrafts('user', storage).isDirty()).toBe(false)
})

test('where the browser keeps nothing, it is kept while the page is open', () => {
  const drafts = createAnswerDrafts('user', null)
  drafts.keep('one', 'Dear visitor')
  expect(drafts.textOf('one')).toBe('Dear visitor')
})
