import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { showError, showSuccess, showToast } from '../../../web/ui/toast.ts'
import {
  type Category,
  type CategoryChange,
  type CategoryList,
  addCategory,
  changeCategory,
  mergeCategory,
  orderCategories,
  undoCategoryChange,
} from '../contract.ts'
import type { CategoryKind } from '../rules.ts'
import { takeCategories } from './category-api.ts'
import type { toCategoryBody } from './category-form.ts'
import { changeText, movedText } from './category-text.ts'

type CategoryBody = ReturnType<typeof toCategoryBody>

/** What can be done with the categories of one kind. */
export function useCategoryChanges(kind: CategoryKind) {
  const client = useQueryClient()
  /** The name of the category, or the id of the change, that waits for the server. */
  const [busyWith, setBusyWith] = useState<string | null>(null)

  const take = async (answer: Promise<CategoryList>) => {
    const list = await answer
    await takeCategories(client, kind, list)
    return list
  }

  async function run(what: string, failure: string, answer: () => Promise<CategoryList>): Promise<boolean> {
    setBusyWith(what)
    try {
      await take(answer())
      return true
    } catch (error) {
      showError(failure, messageOf(error, 'Please try again.'))
      return false
    } finally {
      setBusyWith(null)
    }
  }

  async function undo({ id }: Pick<CategoryChange, 'id'>) {
    const isDone = await run(id, 'This could not be undone', () =>
      call(undoCategoryChange, { params: { id } }),
    )
    if (isDone) showSuccess('Undone', 'What you filed elsewhere since then stays there.')
    return isDone
  }

  /** Says what moved, with the way back. */
  function showMoved(list: CategoryList, from: string, to: string) {
    const change = list.changes.find((each) => each.from === from && each.to === to)
    if (!change) {
      showSuccess(`${to} saved`)
      return
    }
    showToast({
      tone: 'success',
      title: changeText(change),
      description: movedText(change.rows),
      action: { label: 'Undo', onPress: () => void undo(change) },
    })
  }

  async function setArchived(category: Category, isArchived: boolean): Promise<boolean> {
    const { id: _id, ...looks } = category
    const { name } = category
    const isDone = await run(name, `${name} was not ${isArchived ? 'archived' : 'restored'}`, () =>
      call(changeCategory, { params: { kind, name }, body: { ...looks, isArchived } }),
    )
    if (isDone && isArchived) {
      showToast({
        tone: 'success',
        title: `${name} is archived`,
        description: 'What is filed under it stays there.',
        action: { label: 'Undo', onPress: () => void setArchived(category, false) },
      })
    } else if (isDone) showSuccess(`${name} can be used again`)
    return isDone
  }

  return {
    busyWith,
    undo,
    setArchived,
    /** Throws what the server refuses, for the form to show. */
    async save(category: Category | null, body: CategoryBody): Promise<void> {
      if (category === null) {
        await take(call(addCategory, { body: { kind, ...body } }))
        showSuccess(`${body.name} added`)
        return
      }
      const { name, isArchived } = category
      const list = await take(call(changeCategory, { params: { kind, name }, body: { ...body, isArchived } }))
      if (body.name === name) showSuccess(`${name} saved`)
      else showMoved(list, name, body.name)
    },
    /** Throws what the server refuses. */
    async merge({ name }: Category, into: string): Promise<void> {
      showMoved(await take(call(mergeCategory, { params: { kind, name }, body: { into } })), name, into)
    },
    order(name: string, names: string[]): Promise<boolean> {
      return run(name, `${name} was not moved`, () =>
        call(orderCategories, { params: { kind }, body: { names } }),
      )
    },
  }
}

export type CategoryChanges = ReturnType<typeof useCategoryChanges>
