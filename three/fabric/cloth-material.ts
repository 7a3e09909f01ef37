/** A material that looks like a fabric, with either of three's renderers. */
import { Color, DoubleSide, MeshPhysicalMaterial, type WebGLProgramParametersWithUniforms } from 'three';
import { allowedNumber, demandFields, type FieldsOf, InputError } from '../../engine/index.ts';
import { FABRIC_PRESETS, FABRICS, type Fabric, type FabricPreset } from './presets.ts';
import { weaveTexture } from './weave.ts';

/** Options of `ClothMaterial`. */
export interface ClothMaterialOptions {
  /** Any colour that three.js takes. Default: the fabric's own. */
  readonly color?: string | number | Color;
  /** Metres that uvs from 0 to 1 span: width and height of the cloth. Default 1 by 1. */
  readonly size?: readonly [width: number, height: number];
  /** Width of a thread, metres. Default: the fabric's own; wider threads can be seen from further away. */
  readonly thread?: number;
  /** Share of the light on the far side that comes through, 0 to 1. Default: the fabric's own. */
  readonly translucency?: number;
  /** How thick the rim of the cloth is drawn, metres; 0 for none. Default: the fabric's own. */
  readonly rim?: number;
}

const FIELDS: FieldsOf<ClothMaterialOptions> = {
  color: true,
  size: true,
  thread: true,
  translucency: true,
  rim: true,
};

const BOUNDS = {
  size: { above: 0, max: 1e4, unit: 'm' },
  thread: { above: 0, max: 1, unit: 'm' },
  translucency: { min: 0, max: 1 },
  rim: { min: 0, max: 1, unit: 'm' },
} as const;

/** How far the sheen's colour is from the cloth's own to white. */
const SHEEN_PALENESS = 0.5;

/** The part of three's lighting models, and of the node materials that make them, that light from behind is added to. */
interface LightingModel {
  direct(light: DirectLight, builder: unknown): void;
}
interface LightNode {
  negate(): LightNode;
  mul(factor: number): LightNode;
}
interface DirectLight {
  readonly lightDirection: LightNode;
  readonly lightColor: LightNode;
  readonly reflectedLight: { readonly directDiffuse: unknown; readonly directSpecular: unknown };
}
interface LitMaterial {
  readonly clothTranslucency: number;
}

/**
 * Cloth of one of the `FABRICS`. It is three's `MeshPhysicalMaterial` with sheen, a weave as its `normalMap` and light that comes through
 * from behind; all fields of that can be set, also `map` and `normalMap`. Both sides look alike. `ClothMesh` draws a rim for it.
 *
 *   new WorldView(world, { material: (body) => new ClothMaterial('denim', { size: [1.2, 1.6] }) });
 */
export class ClothMaterial extends MeshPhysicalMaterial {
  /** Name of the fabric. */
  readonly fabric: Fabric;
  /** Share of the light on the far side that comes through, 0 to 1. */
  readonly clothTranslucency: number;
  /** Metres. */
  readonly rim: number;
  readonly #weave: ReturnType<typeof weaveTexture> | undefined;

  constructor(fabric: Fabric = 'cotton', options: ClothMaterialOptions = {}) {
    if (!FABRICS.includes(fabric)) throw new InputError('fabric', fabric, `one of ${FABRICS.join(', ')}`);
    demandFields('ClothMaterial', options, FIELDS);
    const preset: FabricPreset = FABRIC_PRESETS[fabric];
    const { color = preset.color, size = [1, 1], thread = preset.thread } = options;
    const { translucency = preset.translucency, rim = preset.rim } = options;
    if (!Array.isArray(size) || size.length !== 2) throw new InputError('size', size, 'width and height');
    for (const [name, value] of Object.entries({ thread, translucency, rim })) demand(name, value);
    size.forEach((value, k) => {
      demand('size', value, `size[${k}]`);
    });
    const { roughness, sheen, sheenRoughness, clearcoat } = preset;
    super({ side: DoubleSide, color, roughness, metalness: 0, sheen, sheenRoughness, clearcoat });
    this.sheenColor = this.color.clone().lerp(new Color('#ffffff'), SHEEN_PALENESS);
    this.clearcoatRoughness = 0.4;
    this.fabric = fabric;
    this.clothTranslucency = translucency;
    this.rim = rim;
    if (preset.relief > 0) {
      this.#weave = weaveTexture(preset.weave, preset.relief, thread, size);
      this.normalMap = this.#weave;
    }
    // WebGPURenderer copies the fields of this material to a node material of its own, this one among them.
    Object.assign(this, { setupLightingModel });
  }

  /** For WebGLRenderer: the light on the far side is added to that on the near one. */
  override onBeforeCompile(shader: WebGLProgramParametersWithUniforms): void {
    shader.uniforms.clothTranslucency = { value: this.clothTranslucency };
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <lights_physical_pars_fragment>',
      `#include <lights_physical_pars_fragment>
      uniform float clothTranslucency;
      void RE_Direct_Cloth(const in IncidentLight light, const in vec3 at, const in vec3 normal, const in vec3 viewDir,
          const in vec3 coatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
        RE_Direct_Physical(light, at, normal, viewDir, coatNormal, material, reflectedLight);
        float behind = saturate(-dot(normal, light.direction));
        reflectedLight.directDiffuse += clothTranslucency * behind * light.color * BRDF_Lambert(material.diffuseColor);
      }
      #undef RE_Direct
      #define RE_Direct RE_Direct_Cloth`,
    );
  }

  override customProgramCacheKey(): string {
    return `ClothMaterial ${this.clothTranslucency}`;
  }

  override dispose(): void {
    this.#weave?.dispose();
    super.dispose();
  }
}

function demand(name: string, value: unknown, path = name): void {
  const bounds: { min?: number; above?: number; max: number } = BOUNDS[name as keyof typeof BOUNDS];
  const { min = -Infinity, above = -Infinity, max } = bounds;
  if (typeof value === 'number' && value >= min && value > above && value <= max) return;
  throw new InputError(path, value, allowedNumber(bounds));
}

/**
 * For WebGPURenderer, as a method of its node material: light from the far side is taken as light from the opposite direction, of which
 * the diffuse part alone is kept.
 */
function setupLightingModel(this: LitMaterial, builder: unknown): LightingModel {
  const { setupLightingModel: plain } = Object.getPrototypeOf(this) as {
    setupLightingModel(builder: unknown): LightingModel;
  };
  const model = plain.call(this, builder);
  const direct = model.direct.bind(model);
  const share = this.clothTranslucency;
  model.direct = (light, context) => {
    direct(light, context);
    if (share === 0) return;
    const { lightDirection, lightColor, reflectedLight } = light;
    direct(
      {
        lightDirection: lightDirection.negate(),
        lightColor: lightColor.mul(share),
        reflectedLight: { directDiffuse: reflectedLight.directDiffuse, directSpecular: IGNORED },
      },
      context,
    );
  };
  return model;
}

/** Takes light that is not to be seen. */
const IGNORED = { addAssign: () => IGNORED };
