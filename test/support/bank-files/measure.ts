import { parseArgs } from 'node:util'
import { sumDecimals } from '../../../src/features/bank-files/reading/decimal-rules.ts'
import { formatFiles } from './formats/format-files.ts'
import { judge, type Verdict } from './judge.ts'
import { tableFiles } from './tables/table-files.ts'

// npm run files:measure -- [--only de]
const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
const files = [...tableFiles, ...formatFiles].filter(({ name }) => name.includes(only))
const counts: Record<Verdict['result'], number> = { right: 0, asked: 0, 'refused rightly': 0, WRONG: 0 }
const columns = [44, 6, 6, 26, 30] as const
const print = (...cells: string[]) =>
  console.log(cells.map((cell, n) => cell.slice(0, columns[n] ?? 200).padEnd(columns[n] ?? 0)).join('  '))

print('file', 'format', 'count', 'sums', 'balances', 'result')
for (const file of files) {
  const { result, file: read, why } = judge(file)
  counts[result] += 1
  const statements = read?.statements ?? []
  print(
    file.name,
    read?.format ?? '–',
    String(statements.reduce((sum, { transactions }) => sum + transactions.length, 0)),
    statements
      .map(({ currency, transactions }) =>
        `${sumDecimals(transactions.map(({ amount }) => amount))} ${currency ?? ''}`.trim(),
      )
      .join(', '),
    statements.map((each) => `${each.openingBalance ?? '–'} → ${each.closingBalance ?? '–'}`).join(', '),
    [result, ...why].join(': '),
  )
}
console.log(
  `\n${files.length} files: ${counts.right} right, ${counts.asked} asked, ${counts['refused rightly']} refused rightly, ${counts.WRONG} wrong.`,
)
if (counts.WRONG > 0 || files.length === 0) process.exitCode = 1
