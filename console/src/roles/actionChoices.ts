import { actions, findAction } from '@steward/contract/catalog/index'
import { catalogText } from '@steward/contract/catalog/texts'
import type { Action } from '@steward/contract/catalog/types'
import { hasWords } from '@steward/contract/rules/search-words'
import type { ChoiceSource } from '../ui/form/choiceSource.ts'
import type { Choice } from '../ui/form/Combobox.tsx'

const choiceOf = (action: Action): Choice => ({
  value: action.actionName,
  label: `${action.applicationDisplayName}: ${catalogText(action.scopeDisplayName)}`,
})
const shown = 50

/** Actions to filter roles by; the catalog ships with the console, so this needs no request. */
export const actionChoices: ChoiceSource = {
  matching: (text) => ({
    queryKey: ['choices', 'actions', text],
    queryFn: () => {
      const isFound = hasWords(text)
      const fits = (action: Action) =>
        isFound(action.actionName, catalogText(action.scopeDisplayName), action.applicationDisplayName, catalogText(action.resourceName))
      return Promise.resolve(actions.filter(fits).slice(0, shown).map(choiceOf))
    },
    meta: { tables: [] },
  }),
  named: (actionName) => ({
    queryKey: ['choices', 'action', actionName],
    queryFn: () => {
      const action = findAction(actionName)
      return Promise.resolve(action ? choiceOf(action) : { value: actionName, label: actionName })
    },
    meta: { tables: [] },
  }),
}
