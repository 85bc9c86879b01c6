import MiniSearch from 'minisearch'
import serialized from 'virtual:help-index'
import { type FoundPassage, findPassages, indexOptions } from './help-search.ts'

// Importing this module loads the index of all texts, so only a search imports it.
const index = MiniSearch.loadJSON(serialized, indexOptions)

export function findHelp(typed: string): FoundPassage[] {
  return findPassages(index, typed)
}
