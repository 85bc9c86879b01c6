import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attachmentsProblem,
  fileSizeText,
  mailedFiles,
  maxFiles,
  maxMailedBytes,
  maxTotalBytes,
} from './rules.ts'

const sizes = fc.array(fc.integer({ min: 1, max: 10 * 1024 * 1024 }).map((byteCount) => ({ byteCount })))

test('a mail never carries more than 5 MB, and each file that fits beside those before it', () => {
  fc.assert(
    fc.property(sizes, (files) => {
      const mailed = mailedFiles(files)
      const total = mailed.reduce((sum, { byteCount }) => sum + byteCount, 0)
      expect(total).toBeLessThanOrEqual(maxMailedBytes)
      expect(files.filter((file) => mailed.includes(file))).toEqual(mailed)
      const left = files.filter((file) => !mailed.includes(file))
      for (const { byteCount } of left) expect(byteCount).toBeGreaterThan(maxMailedBytes - total)
    }),
  )
})

test('files are kept up to the limits, and refused beyond them', () => {
  expect(attachmentsProblem([{ byteCount: maxTotalBytes }])).toBeNull()
  expect(attachmentsProblem([{ byteCount: maxTotalBytes }, { byteCount: 1 }])).toContain('50 MB')
  const tiny = Array.from({ length: maxFiles + 1 }, () => ({ byteCount: 1 }))
  expect(attachmentsProblem(tiny)).toContain('20 files')
  expect(attachmentsProblem(tiny.slice(1))).toBeNull()
})

test('sizes are short', () => {
  expect([1, 1024, 319_488, 4_718_592].map(fileSizeText)).toEqual(['1 KB', '1 KB', '312 KB', '4.5 MB'])
})
