/** Which method and backend go together when one of them changes. */
import { BACKEND_NAMES, type BackendName, findMethod, type MethodOptions, supportMatrix } from 'selvedge';

/** The same iterations with another solver; over-relaxation only where it has it. */
export function methodLike(old: MethodOptions, id: string): MethodOptions {
  return { ...old, id, omega: findMethod(id).relaxes ? old.omega : 1 };
}

/** That backend where the method runs on it, else the first that can. */
export function backendFor(method: string, wanted: BackendName): BackendName {
  const { id } = findMethod(method);
  const runs = supportMatrix().find((row) => row.method === id)?.backends;
  return runs?.[wanted] ? wanted : (BACKEND_NAMES.find((name) => runs?.[name]) ?? wanted);
}
