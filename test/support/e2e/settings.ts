import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The addresses of the product in the browser tests, for the server, the configuration and the tests. */
const port = process.env['E2E_PORT'] ?? '4173'
export const productUrl = `http://localhost:${port}`
export const galleryUrl = `http://127.0.0.1:${process.env['E2E_GALLERY_PORT'] ?? '4174'}`
export const dataDir = join(tmpdir(), `millrace-e2e-${process.getuid?.() ?? 'user'}-${port}`, 'data')
export const mailFolder = join(dataDir, 'mail')
export const adminEmail = 'admin@millrace.example'
export const initialAdminPassword = 'the password it was made with'
/** Whether several processes serve the tests, with a database that none of them manages. */
export const isSpread = Boolean(process.env['E2E_SPREAD'])
