import { expect, test } from 'vitest'
import { productName } from '../../../shared/product.ts'
import { passwordWeakness } from './password-weakness.ts'

test('what others know of the person, and the name of the product, make no password', () => {
  const about = ['Test Owner', 'test-owner@northwind.example', 'Harbour Lanterns']
  for (const password of ['TestOwner1', 'northwind2026', 'harbourlanterns', `${productName}1`]) {
    expect(passwordWeakness(password, about), password).toMatch(/stronger password/)
  }
  expect(passwordWeakness('harbourlanterns-quiet-copper-kettle', about)).toBeNull()
})

test('what many others use is no password', () => {
  for (const password of ['password1', 'iloveyou', 'qwertyuiop', '12345678', 'football', 'aaaaaaaaaaaa']) {
    expect(passwordWeakness(password), password).toMatch(/stronger password/)
  }
})

test('no kind of character is asked for, and none is refused', () => {
  for (const password of [
    'quiet copper kettle harbour',
    '73190 58264 90417 26385',
    '雨の日は静かに本を読む午後',
    '🦉🌿🧭🪵🛶🏔️🧊🪁',
    '~~ \u00e9\u00fc \t "quoted" <b>',
  ]) {
    expect(passwordWeakness(password), password).toBeNull()
  }
})
