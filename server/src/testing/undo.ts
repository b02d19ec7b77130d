import { expect } from 'vitest'
import { undoChange } from '@steward/contract/changes/endpoints'
import type { CallInput, Endpoint } from '@steward/contract/http'
import type { TestAnswer, TestApp, TestTenant } from './app.ts'
import { readState } from './tables.ts'

/** Changes of a tenant, made and taken back by the person with this token. */
export function changesOf(app: TestApp, { tenantId }: Pick<TestTenant, 'tenantId'>, token: string) {
  const stateOf = () => readState(app.db, tenantId)
  const undo = (changeId: string, by = token) => app.call(undoChange, { params: { changeId } }, { token: by })

  /** Makes a call that has to succeed; returns its answer and its change. */
  async function make<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    by = token,
  ): Promise<{ body: TestAnswer['body']; changeId: string }> {
    const answer = await app.call(endpoint, input, { token: by })
    expect([200, 201, 204], JSON.stringify(answer.body)).toContain(answer.status)
    return { body: answer.body, changeId: String(answer.headers['change-id']) }
  }

  /** The tables after a call and its undo are those before it, and after the undo of the undo those after it. */
  async function expectThereAndBack<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
    const before = await stateOf()
    const { changeId } = await make(endpoint, input)
    const after = await stateOf()
    expect(after).not.toEqual(before)
    const undone = await undo(changeId)
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(undone.body).toMatchObject({ undoOf: changeId })
    expect(await stateOf()).toEqual(before)
    const again = await undo(undone.body.changeId)
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect(await stateOf()).toEqual(after)
  }

  return { stateOf, undo, make, expectThereAndBack }
}
