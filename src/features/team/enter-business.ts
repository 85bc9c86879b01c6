import type pg from 'pg'

/** The session works in this business from then on, and so does the next sign-in. */
export async function enterBusiness(
  client: pg.PoolClient,
  { userId, sessionId, businessId }: { userId: string; sessionId: string; businessId: string },
): Promise<void> {
  await client.query('update auth.sessions set business_id = $2 where id = $1', [sessionId, businessId])
  await client.query('update auth.users set last_business_id = $2 where id = $1', [userId, businessId])
}
