import { expect, test } from 'vitest'
import { parseProse } from './parse-prose.ts'

test('texts hold nothing that the page cannot draw', () => {
  expect(() => parseProse('<div>bold</div>')).toThrow('A text cannot hold')
  expect(() => parseProse('a <b>bold</b> word')).toThrow('A line cannot hold')
  expect(() => parseProse('# First')).toThrow('neither a second nor a third')
  expect(() => parseProse('{nobody}')).toThrow('Nobody knows {nobody}.')
  expect(() => parseProse('![](picture:x)')).toThrow('A picture needs words and a name')
  expect(() => parseProse('## Twice\n\n## Twice')).toThrow('Two sections are called #twice.')
})

test('a text becomes an opening and sections that can be linked to', () => {
  const { about, opening, sections } = parseProse(
    '---\nupdated: 2026-11-16\n---\nHello **you** & {operator}.\n\n## What’s new? {#new}\n\n- one\n- two\n\n### A part\n\n> note',
  )
  expect(about).toEqual({ updated: '2026-11-16' })
  expect(opening).toEqual([
    {
      kind: 'paragraph',
      content: [
        'Hello ',
        { kind: 'strong', content: ['you'] },
        ' & ',
        { kind: 'fact', name: 'operator' },
        '.',
      ],
    },
  ])
  expect(sections.map(({ id, level, heading }) => [id, level, heading])).toEqual([
    ['new', 2, 'What’s new?'],
    ['a-part', 3, 'A part'],
  ])
  expect(sections[0]?.blocks).toMatchObject([{ kind: 'list', isNumbered: false, items: [[{}], [{}]] }])
})
