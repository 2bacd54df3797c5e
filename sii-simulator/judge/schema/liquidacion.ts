import { payments, subtotals } from './common-blocks.ts'
import { stamp } from './stamp.ts'

/** [S5, DTEDefType/Liquidacion]: type 43. */
export const liquidacion = `
Liquidacion @ID:id
  Encabezado
    IdDoc
      TipoDTE LIQType
      Folio FolioType
      FchEmis FechaType
      IndServicio? positive (1|2|3)
      MntBruto? integer (1)
      TpoTranCompra? TipoTransCOMPRA
      TpoTranVenta? TipoTransVENTA
      FmaPago? positive (1|2|3)
${payments}
    Emisor
      RUTEmisor RUTType
      RznSoc string 1..100
      GiroEmis string 1..80
      Telefono*2 FonoType ..20
      CorreoEmisor? MailType
      Acteco+4 positive 6d
      Sucursal? string ..20
      CdgSIISucur? positive 9d
      DirOrigen string ..70
      CmnaOrigen? ComunaType
      CiudadOrigen? CiudadType
      CdgVendedor? string ..60
    Receptor
      RUTRecep RUTType
      CdgIntRecep? string ..20
      RznSocRecep RznSocLargaType
      GiroRecep string ..40
      Contacto? string ..80
      CorreoRecep? MailType
      DirRecep string ..70
      CmnaRecep ComunaType
      CiudadRecep? CiudadType
      DirPostal? string ..70
      CmnaPostal? ComunaType
      CiudadPostal? CiudadType
    Totales
      MntNeto? ValorType
      MntExe? ValorType
      TasaIVA? PctType
      IVA? ValorType
      IVAProp? ValorType
      IVATerc? ValorType
      ImptoReten*20
        TipoImp ImpAdicDTEType
        TasaImp? PctType
        MontoImp ValorType
      Comisiones?
        ValComNeto? ValorType
        ValComExe? ValorType
        ValComIVA? ValorType
      MntTotal ValorType
      MontoPeriodo? ValorType
      SaldoAnterior? ValorType
      VlrPagar? ValorType
  Detalle+60
    NroLinDet positive [,99]
    CdgItem*5
      TpoCodigo string ..10
      VlrCodigo string ..35
    TpoDocLiq string 1..3
    IndExe? positive (1|2|3|4|5|6)
    NmbItem string ..80
    DscItem? string ..1000
    QtyRef? Dec12_6Type
    UnmdRef? string ..4
    PrcRef? Dec12_6Type
    QtyItem? Dec12_6Type
    Subcantidad*5
      SubQty Dec12_6Type
      SubCod string ..35
    FchElabor? FechaType
    FchVencim? FechaType
    UnmdItem? string ..4
    PrcItem? Dec12_6Type
    CodImpAdic*2 ImpAdicDTEType
    MontoItem ValorType
  SubTotInfo*20
${subtotals}
  Referencia*40
    NroLinRef positive [,99]
    TpoDocRef string 1..3
    IndGlobal? nonNegative 1d (1)
    FolioRef FolioRType
    FchRef FechaType
    CodRef? positive (1|2|3)
    RazonRef? string ..90
  Comisiones*20
    NroLinCom positive 2d [,20]
    TipoMovim string 1..1 (C|O)
    Glosa string 1..60
    TasaComision? PctType
    ValComNeto ValorType
    ValComExe ValorType
    ValComIVA? ValorType
${stamp({ type: 'LIQType', text: 'string 1..40', amount: 'ValorType', date: 'FechaType', dateTime: 'FechaHoraType' })}
  TmstFirma FechaHoraType
`
