import type { BankFileCase } from '../bank-file-case.ts'
import { americanFiles } from './american-files.ts'
import { britishFiles } from './british-files.ts'
import { currencyFiles } from './currency-files.ts'
import { easternFiles } from './eastern-files.ts'
import { encodedFiles } from './encoded-files.ts'
import { fintechFiles } from './fintech-files.ts'
import { germanFiles } from './german-files.ts'
import { northernFiles } from './northern-files.ts'
import { oddColumns } from './odd-columns.ts'
import { oddTables } from './odd-tables.ts'
import { southernFiles } from './southern-files.ts'
import { westernFiles } from './western-files.ts'
import { workbookFiles } from './workbook-files.ts'

/** Tables of banks, made after what is publicly known about the columns of their exports. */
export const tableFiles: BankFileCase[] = [
  ...americanFiles,
  ...britishFiles,
  ...germanFiles,
  ...westernFiles,
  ...southernFiles,
  ...northernFiles,
  ...easternFiles,
  ...fintechFiles,
  ...currencyFiles,
  ...encodedFiles,
  ...workbookFiles,
  ...oddTables,
  ...oddColumns,
]
