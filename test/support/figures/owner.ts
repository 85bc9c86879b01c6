import { type Figure, getFigure } from '../../../src/features/figures/contract.ts'
import type { FigureName } from '../../../src/features/figures/rules.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { type TestApp, answerOf } from '../test-app.ts'
import { openTables } from './books.ts'

export type FigureQuery = NonNullable<RequestOf<typeof getFigure>['query']>

/** Creates an account that reads figures, with functions that fill its tables. */
export async function signUpToRead(app: TestApp, timeZone = 'UTC') {
  const { cookie, session } = await app.signUpAndIn({ timeZone })
  const send = (figure: FigureName, query: FigureQuery = {}) =>
    app.send(getFigure, { params: { figure }, query }, { cookie })
  const read = async (figure: FigureName, query: FigureQuery = {}): Promise<Figure> =>
    answerOf(getFigure, await send(figure, query))
  return {
    ...openTables(app.database, session.business.id),
    businessId: session.business.id,
    send,
    read,
    /** Reads all pages. */
    async readAll(figure: FigureName, query: FigureQuery = {}): Promise<Figure[]> {
      const pages = [await read(figure, query)]
      for (let { next } = pages[0]!; next; { next } = pages.at(-1)!)
        pages.push(await read(figure, { ...query, after: next }))
      return pages
    },
  }
}
