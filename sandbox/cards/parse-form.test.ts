import { describe, expect, test } from 'vitest'
import { parseForm } from './parse-form.ts'

describe('a form with brackets', () => {
  test('is nested as its names say', () => {
    expect(parseForm('a=1&b[c]=2&b[d][0][e]=3&b[d][1][e]=%5B4%5D&f[]=5&f[]=6')).toEqual({
      a: '1',
      b: { c: '2', d: [{ e: '3' }, { e: '[4]' }] },
      f: ['5', '6'],
    })
    expect(parseForm('')).toEqual({})
  })

  test('reaches no prototype and takes no name that is half a bracket', () => {
    expect(() => parseForm('__proto__[polluted]=1')).toThrow('Invalid name')
    expect(() => parseForm('a[__proto__][polluted]=1')).toThrow('Invalid name')
    expect(() => parseForm('a[b=1')).toThrow('Invalid name')
    expect(parseForm('constructor[prototype]=1')).toEqual({ constructor: { prototype: '1' } })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
