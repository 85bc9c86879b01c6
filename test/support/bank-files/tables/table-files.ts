import type { BankFileCase } from '../bank-file-case.ts'
import { americanFiles } from './american-files.ts'
import { britishFiles } from './british-files.ts'
import { easternFiles } from './eastern-files.ts'
import { fintechFiles } from './fintech-files.ts'
import { germanFiles } from './german-files.ts'
import { northernFiles } from './northern-files.ts'
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
  ...workbookFiles,
  ...oddTables,
]
