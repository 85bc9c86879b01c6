import pg from 'pg'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts'
import { type Product, makeDataFolder, startProduct } from '../test/support/product.ts'
import { withoutForcedSecurity } from './open-business.ts'

export interface Bench {
  product: Product
  /** The URL of the product's database. */
  url: string
  /** A connection as the owner of the tables. */
  owner: pg.Client
}

/** Runs the product with its own data folder, which is deleted afterwards. */
export async function withProduct<T>(
  work: (bench: Bench) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const folder = await makeDataFolder()
  const product = await startProduct({ ...settings, MILLRACE_DATA: folder.dataDir })
  const { url } = await startEmbeddedPostgres({ dataDir: folder.dataDir })
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await withoutForcedSecurity(owner)
    return await work({ product, url, owner })
  } finally {
    await owner.end()
    await product.stop()
    await folder.remove()
  }
}
