import { customs, payments, receiverContact, subtotals } from './common-blocks.ts'
import { stamp } from './stamp.ts'

/** [S5, DTEDefType/Exportaciones]: types 110, 111 and 112. */
export const exportaciones = `
Exportaciones @ID:id
  Encabezado
    IdDoc
      TipoDTE EXPType
      Folio FolioType
      FchEmis FechaType
      TipoDespacho? positive (1|2|3)
      IndServicio? positive 1d (3|4|5|6)
      FmaPago? positive (1|2|3)
      FmaPagExp? positive 2d
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
      CodAdicSucur? string ..20
      DirOrigen? string ..70
      CmnaOrigen? ComunaType
      CiudadOrigen? CiudadType
      CdgVendedor? string ..60
      IdAdicEmisor? string 1..20
    Receptor
      RUTRecep RUTType
      CdgIntRecep? string ..20
      RznSocRecep RznSocLargaType
      Extranjero?
        NumId? string 1..20
        Nacionalidad? string 1..3
        IdAdicRecep? string 1..20
${receiverContact}
    Transporte?
      Patente? string ..8
      RUTTrans? RUTType
      Chofer?
        RUTChofer RUTType
        NombreChofer string ..30
      DirDest? string ..70
      CmnaDest? ComunaType
      CiudadDest? CiudadType
${customs}
    Totales
      TpoMoneda TipMonType
      MntExe decimal 18d.4 [0.0000,99999999999999.9999]
      MntTotal decimal 18d.4 [0.0000,99999999999999.9999]
    OtraMoneda?
      TpoMoneda TipMonType
      TpoCambio? Dec6_4Type
      MntExeOtrMnda? Dec14_4-0Type
      MntTotOtrMnda Dec14_4-0Type
  Detalle+60
    NroLinDet positive [,99]
    CdgItem*5
      TpoCodigo string ..10
      VlrCodigo string ..35
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
      TipCodSubQty? string 1..10
    FchElabor? FechaType
    FchVencim? FechaType
    UnmdItem? string ..4
    PrcItem? Dec12_6Type
    OtrMnda?
      PrcOtrMon Dec14_4Type
      Moneda string ..3
      FctConv? Dec6_4Type
      DctoOtrMnda? Dec14_4Type
      RecargoOtrMnda? Dec14_4Type 18d
      MontoItemOtrMnda Dec14_4Type 18d
    DescuentoPct? PctType
    DescuentoMonto? MntImpType
    SubDscto*5
      TipoDscto string ($|%)
      ValorDscto Dec16_2Type
    RecargoPct? PctType
    RecargoMonto? MntImpType
    SubRecargo*5
      TipoRecargo string ($|%)
      ValorRecargo Dec16_2Type
    MontoItem decimal 18d.4 [0.0000,99999999999999.9999]
  SubTotInfo*20
${subtotals}
  DscRcgGlobal*20
    NroLinDR positive
    TpoMov string (D|R)
    GlosaDR? string ..45
    TpoValor string (%|$)
    ValorDR Dec16_2Type
    ValorDROtrMnda? Dec14_4Type
    IndExeDR? positive (1|2)
  Referencia*40
    NroLinRef positive [,99]
    TpoDocRef string 1..3
    IndGlobal? nonNegative 1d (1)
    FolioRef FolioRType
    RUTOtr? RUTType
    IdAdicOtr? string 1..20
    FchRef date [1950-01-01,2050-12-31]
    CodRef? positive (1|2|3)
    RazonRef? string ..90
${
  stamp({
    type: 'EXPType', text: 'string 1..40', amount: 'decimal 18d.4 [0.0000,99999999999999.9999]', date: 'FechaType',
    dateTime: 'FechaHoraType'
  })
}
  TmstFirma FechaHoraType
`
