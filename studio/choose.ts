/** Which method and backend go together when one of them changes. */
import { BACKEND_NAMES, type BackendName, findMethod, type MethodOptions, supportMatrix } from 'selvedge';

/** What the engine is given of what was asked for: over-relaxation only where the solver has it. */
export function methodOf<Asked extends MethodOptions & { readonly id: string }>(asked: Asked): Asked {
  return findMethod(asked.id).relaxes ? asked : { ...asked, omega: 1 };
}

/** That backend where the method runs on it, else the first that can. */
export function backendFor(method: string, wanted: BackendName): BackendName {
  const { id } = findMethod(method);
  const runs = supportMatrix().find((row) => row.method === id)?.backends;
  return runs?.[wanted] ? wanted : (BACKEND_NAMES.find((name) => runs?.[name]) ?? wanted);
}
