import type { BankFileCase } from '../bank-file-case.ts'
import { camtFiles } from './camt-files.ts'
import { mt940Files } from './mt940-files.ts'
import { oddFiles } from './odd-files.ts'
import { ofxFiles } from './ofx-files.ts'
import { qifFiles } from './qif-files.ts'

/** Files of the formats that are no tables, made after their public descriptions. */
export const formatFiles: BankFileCase[] = [
  ...ofxFiles,
  ...qifFiles,
  ...mt940Files,
  ...camtFiles,
  ...oddFiles,
]
