import { expect, test } from 'vitest'
import { mentionAt, mentionedIn, peopleFor, splitMentions, withMention } from './mention-text-rules.ts'

const ann = { userId: '1', name: 'Ann' }
const annLee = { userId: '2', name: 'Ann Lee' }
const zoe = { userId: '3', name: 'Zoë Ångström' }
const people = [ann, annLee, zoe]

test('a name is typed after an @ that begins a word', () => {
  expect(mentionAt('Hello @', 7)).toEqual({ start: 6, typed: '' })
  expect(mentionAt('Hello @Ann L and others', 12)).toEqual({ start: 6, typed: 'Ann L' })
  expect(mentionAt('ann@example.com', 7)).toBeNull()
  expect(mentionAt('Hello', 5)).toBeNull()
  expect(mentionAt('@Ann\nsays', 9)).toBeNull()
  expect(mentionAt('at @ home', 9)).toBeNull()
})

test('people are found by any of their names, without case and accents', () => {
  expect(peopleFor(people, '')).toEqual(people)
  expect(peopleFor(people, 'ANN')).toEqual([ann, annLee])
  expect(peopleFor(people, 'lee')).toEqual([annLee])
  expect(peopleFor(people, 'zoe ang')).toEqual([zoe])
  expect(peopleFor(people, 'Ann Lee says')).toEqual([])
})

test('a chosen name stands for what was typed, and one space follows', () => {
  expect(withMention('Hello @a', { start: 6, typed: 'a' }, 'Ann Lee')).toEqual({
    text: 'Hello @Ann Lee ',
    caret: 15,
  })
  expect(withMention('Hello @a, look', { start: 6, typed: 'a' }, 'Ann')).toEqual({
    text: 'Hello @Ann, look',
    caret: 10,
  })
})

test('the longest name counts, and everyone once', () => {
  expect(mentionedIn('@Ann Lee, see @Ann Lee', people)).toEqual([annLee])
  expect(mentionedIn('@Ann and @Zoë Ångström', people)).toEqual([ann, zoe])
  expect(mentionedIn('Ann, @Bob', people)).toEqual([])
})

test('the parts of a text make the whole text', () => {
  const text = 'See @Ann Lee @ noon, @Ann'
  const parts = splitMentions(text, people)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ isMention }) => isMention).map((part) => part.text)).toEqual(['@Ann Lee', '@Ann'])
})
